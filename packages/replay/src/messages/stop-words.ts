/** English words of four letters and more that say nothing about what a value is for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'about above after again against almost alone along already also although always among another ' +
    'anything around because been before being below between both cannot could does doing done down ' +
    'during each either else even ever every everything first following from further gave give given ' +
    'have having here hers herself himself however instead into itself just keep kept knew know last ' +
    'least less like look made make many more most much must myself need needs neither never next ' +
    'none nothing once only onto other others ought ours ourselves over please rather really right ' +
    'same seem seems several shall should since some something still such sure take than that their ' +
    'theirs them themselves then there these they thing things this those though through thus till ' +
    'together took toward under unless until upon used uses using very want wants well went were what ' +
    'whatever when where whether which while whom whose will with within without would your yours ' +
    'yourself yourselves'
  ).split(' '),
);
