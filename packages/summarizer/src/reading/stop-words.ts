/** Frequent words of four letters and more that explain no value. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'about above after again against also although always among another anything because been ' +
    'before being below between both cannot could does doing done down during each either else ' +
    'even ever every everything from further have having here into itself just know less like ' +
    'look made make many maybe more most much must need never next nothing once only onto other ' +
    'otherwise over perhaps please quite rather really right same shall should since some ' +
    'something still such sure than that their them then there these they thing things this those ' +
    'though through thus together under until upon very want wants well were what when where ' +
    'whether which while will with within without would your yours'
  ).split(' '),
);
