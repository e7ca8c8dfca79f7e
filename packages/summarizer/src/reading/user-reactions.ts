/** Reactions of users that ask for nothing new. Only short messages count. */
const MAX_SHORT_LENGTH = 80;

const praise =
  /^(?:(?:ok(?:ay)?|yes|yeah|ah|oh|wow|and|that'?s|this is|it'?s|looks?|very|all|so|much|now|for (?:the|your|all the) (?:help|work)|thank(?:s| you)?|thx|great|perfect|excellent|awesome|nice|good|job|work|well done|beautiful|works?|fine|lgtm|danke|super|merci|parfait|gracias|perfecto|спасибо|отлично|谢谢|很好|好的|ありがとう\S*|完璧\S*)[ ,.!。！]*)+$/iu;
const filler = /^(?:(?:so|all|now|much|very|and|it'?s|this is|that'?s|yes|yeah|ah|oh)[ ,.!]*)*$/iu;
const going =
  /^(?:(?:ok(?:ay)?|yes|yeah|please|sure|alright)[ ,!.]+)*(?:(?:please )?(?:continue|go on|go ahead|proceed|carry on|keep going|resume|do it|weiter(?:machen)?|mach weiter|continuez?|vas-y|continúa|sigue|adelante|продолжай(?:те)?|дальше|继续|続けて\S*)|ok(?:ay)?|yes|yeah|sure|yep|ja|oui|sí|да|好)[ .!,]*(?:please|thanks)?[.!。！]*$/iu;
const complaint =
  /^(?:(?:hm+|ok|well|oh|but|sorry|dude)[ ,.]+)*(?:no\b(?! (?:need|problem|worries))|nope|wrong\b|not (?:quite|yet|what|like|that)|that(?:'s| is) (?:not|wrong|still)|it(?:'s| is)? (?:still|does(?: not|n'?t))|still\b|again\b|you (?:forgot|missed|broke|did(?: not|n'?t))|nein\b|falsch\b|non\b|нет\b|不对|不是|違)|\b(?:still (?:fails?|failing|broken|not|the same|see|get)|does(?: not|n'?t) work|did(?: not|n'?t) work|not fixed|try again|undo (?:that|this|it)|revert (?:that|this|it)|instead of what)\b/iu;
const addition =
  /^(?:(?:oh|ok|and|yes)[ ,.]+)*(?:also|and|plus|additionally|besides|another thing|auch|außerdem|aussi|también|ещё|还有|也)\b/iu;

const pointing =
  /^(?:(?:ok(?:ay)?|please|just|and|so)[ ,]+)*(?:(?:keep|bear|have) (?:this|that|it|them) in mind|(?:note|write) (?:this|that|it|them) down|take note(?: of (?:this|that|it|them))?|remember (?:this|that|it|them))(?:,? (?:please|too|as well|for (?:later|now)))?[ .!]*$/iu;

/** Whether a sentence only points to what was said beside it: alone, it says nothing. */
export function pointsBack(sentence: string): boolean {
  return pointing.test(sentence.trim());
}

/** Whether the user is content. */
export function isPraise(text: string): boolean {
  return isShort(text) && praise.test(text.trim()) && !filler.test(text.trim()) && !goesOn(text);
}

/** Whether the user lets the work continue. */
export function goesOn(text: string): boolean {
  return isShort(text) && going.test(text.trim());
}

/** Whether the user says that this is not what they asked for. */
export function isComplaint(text: string): boolean {
  return complaint.test(text.trim().replaceAll('’', "'").slice(0, 300));
}

/** Whether the user adds to an earlier request. */
export function isAddition(text: string): boolean {
  return addition.test(text.trim());
}

function isShort(text: string): boolean {
  return text.trim().length <= MAX_SHORT_LENGTH;
}
