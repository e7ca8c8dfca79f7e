/** Everyday given names of several languages: `with Anna` is no employer. */
export const givenNames: ReadonlySet<string> = new Set(
  `aaron abby abdul abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra ali
  alice alicia alison amanda amara amber amelia amina amir amy ana anders andrea andreas andrew andy angela
  anita ann anna anne anneke annie anthony antonio anya archie aria arjun arthur ashley astrid audrey ava ayesha
  barbara beatrice becky ben benjamin bernd beth bettina betty bill billy bjorn bob brad brandon brenda brian
  bridget brigitte bruno caleb cameron camille carl carla carlos carmen carol caroline catherine cathy cecilia
  charles charlie charlotte chen chiara chloe chris christian christina christine christopher ciara claire clara
  claudia clive colin connor craig dan daniel daniela darren dave david dawn dean deborah declan denise dennis
  derek diana diego dimitri dmitri dominic donna doris dorothy doug duncan dylan edith edward eileen elena eli
  elias elisa elizabeth ella ellen ellie elsa emily emma emre eric erica erik erin ernest esther ethan eva evan
  eve evelyn fatima felix fernando fiona florence frances francesca francis frank fred freya gareth gary gavin
  gemma george georgia gerald gerard gina giulia giovanni glen gloria gordon grace graham greg greta hannah hans
  harold harriet harry hassan hazel heather heidi helen helena henrik henry hugo ian ibrahim ida imran ines ingrid
  irene iris isaac isabel isabella isla ivan jack jackie jacob jacqueline jake jakob james jamie jan jane janet
  janice jason jasmine javier jay jean jeff jennifer jenny jeremy jess jessica jill jim jimmy joan joanna joanne
  joe joel johan john johnny jonas jonathan jordan jorge jose joseph josh joshua joy joyce juan judith judy julia
  julian julie jun june karen karin karl kate katharina katherine kathleen kathy katie kayla keith kelly ken kenji
  kenneth kerry kevin khalid kim kirsten kofi kyle lara larry lars laura lauren lea leah lee lena leo leon leonie
  lewis liam lila lily linda lindsay lisa liz lola lorna louis louise luca lucas lucia lucy luis luke lukas lydia
  maeve magnus malcolm mandy marco marcus margaret maria mariam marie marina mario marion mark marta martha martin
  martina mary mateo matt matthew max maya megan mehmet mei melanie melissa mia michael michelle miguel mike mila
  miles milo miriam mohamed mohammed moira molly monica morgan muhammad nadia nancy naomi natalie natasha nathan
  neil nia niamh nick nicola nicole nigel nina noah nora nuria oisin oliver olivia omar oscar owen pablo pamela
  pascal pat patricia patrick paul paula pauline pedro penny per pete peter petra phil philip phoebe pia pierre
  piotr priya quentin rachel rafael raj ralph raquel raul ravi ray rebecca renee ricardo richard rick rita rob
  robert roberta robin rod roger ron rosa rosie ross roy ruby rui rupert russell ruth ryan sabine sally sam
  samantha samir samuel sandra sara sarah scott sean sebastian selma seren sergio shane shannon sharon sheila
  shirley sian simon sofia sonia sophia sophie stacy stefan stella stephanie stephen steve steven stuart sue susan
  susanne suzanne sven sylvia tamara tanya tara tariq tessa theo theresa thomas tim timothy tina tobias toby todd
  tom tomas tommy tony tracy tyler uma ursula valerie vanessa vera veronica victor victoria vijay vincent vivian
  wanda wayne wendy will william winston yasmin yolanda yuki yusuf yvonne zach zara zoe`.split(
    /\s+/,
  ),
);
