/** Who lets a speaker know what is so, by office or by looking it up, instead of gossiping. */
const informants = [
  'doctors?|dr|gp|consultant|surgeon|nurse|pharmacist|chemist|vet|dentist|optician|midwife',
  String.raw`sonographer|registrar|specialist|physio|therapist|hygienist|\p{L}+ologist|allergist`,
  'clinic|hospital|surgery|lab|council|bank|agency|landlord|landlady|office|hr|payroll|lawyer',
  'solicitor|legal|accountant|auditor|insurer|insurance|venue|hotel|airline|garage|mechanic',
  'electrician|plumber|roofer|fitter|surveyor|estate agent|post office|registry|university|uni',
  'cards?|letter|e-?mail|label|bottle|box|form|app|website|site|sign|ticket|invite|invitation',
  'contract|handbook|docs?|manual|lease|slip|receipt|scan|scales?|tests?|results?|sensor|logs?',
  'dashboard|certificate|passport|meter|thermometer|calendar|poster|screen|notice|it|they|that',
].join('|');

const informing = new RegExp(
  String.raw`(?<![\p{L}'])(?:${informants})(?:['’]s)?(?: [\p{L}'’]+){0,5}\s*$`,
  'iu',
);

/** Whether the words before `says` name somebody or something whose word counts. */
export function namesInformant(before: string): boolean {
  return informing.test(before);
}

/** Whether the words after `says` lay down what the speaker can or has to do. */
export function laysDown(after: string): boolean {
  return /^(?: that)? (?:I|we) (?:cannot|can|must|should|shall|need|may|have to|am (?:not )?allowed)\b/iu.test(
    after,
  );
}
