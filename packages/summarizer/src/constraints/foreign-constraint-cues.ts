/** Cue words in other languages. None is an English word, so they count anywhere. */
const cues: readonly RegExp[] = [
  // German
  /(?<!\p{L})(?:niemals|auf keinen fall|nie(?! \p{L}+(?:t|en)? (?:habe|hatte))|immer(?! noch| wieder| mehr)|nur(?! noch)|ausschließlich|muss(?:t|en)?|müssen|sollst?|soll(?:en|te|ten)|darf(?:st)? (?:nicht|nur|kein)|dürfen (?:nicht|nur|kein)|bitte (?:nicht|keine?n?|immer|nur)|stell(?:e)? sicher|achte darauf|höchstens|mindestens|maximal|vermeide(?:t|n)?|verwende|benutze|behalte|unbedingt|verboten|ich möchte (?:nicht|keine?n?)|bevorzuge?|lieber|statt(?:dessen)?|ohne \p{L}+ zu|(?:ändere?|lösche?|fass|mach|schreib)e? (?:[\p{L}.]+ ){0,4}(?:nicht|keine?n?))(?!\p{L})/u,
  // French
  /(?<!\p{L})(?:(?<!(?:je|tu|il|elle|ça|on|nous|ils|qui) )ne (?:\p{L}+ ){0,2}(?:pas|jamais|plus|rien)|n['’]\p{L}+ (?:pas|jamais|plus|aucun)|je ne veux (?:pas|plus)|jamais|toujours(?! pas)|uniquement|seulement|doit|doivent|devez|tu dois|il faut|assure[zr]?-(?:toi|vous)|veille[zr]? à|évite[rz]?|sans (?:modifier|changer|toucher|ajouter)|au (?:plus|moins|maximum)|interdit|obligatoire(?:ment)?|de préférence|je préfère|plutôt que|au lieu de|surtout pas|utilise[rz]?|garde[rz]?)(?!\p{L})/u,
  // Spanish
  /(?<!\p{L})(?:no (?:uses|usar|toques|tocar|modifiques|modificar|cambies|cambiar|borres|borrar|debes?|deben|hagas|quiero|agregues|añadas|incluyas|escribas|me)|nunca|jamás|siempre|sólo|solo (?:usa|debe|en|con|los?|las?|el)|solamente|únicamente|debe[ns]?|deberá[ns]?|tienes? que|hay que|aseg[uú]rate|ev[ií]ta(?:r|lo)?|sin (?:modificar|cambiar|tocar|añadir)|como m[aá]ximo|al menos|prohibido|prefiero|en (?:lugar|vez) de|usa|utiliza|mant[eé]n)(?!\p{L})/u,
  // Russian
  /(?<!\p{L})(?:не (?:надо|нужно|стоит|должен|должна|должно|должны|более|менее|больше|меньше|\p{L}+(?:й|йте|и|ите|ь|ьте))|нельзя|никогда|всегда|только|долж(?:ен|на|но|ны)|обязательно|избегай(?:те)?|максимум|минимум|вместо|предпочита\p{L}+|запрещ\p{L}+|убедись|убедитесь|ни в коем случае|используй(?:те)?|сохрани(?:те)?|оставь(?:те)?)(?!\p{L})/u,
  // Chinese
  /不要|(?<![区特类分级识个告道])别(?![人的名处墅致])|不准|不得|不许|不可(?:以|改|用|动)|不能(?:改|修改|使用|用|动|删|超过|有|再)|禁止|必[须須]|[务務]必|一定要|势必|只能|只[用改看在]|[仅僅](?:用|限|使用|在)|始[终終]|[总總]是|[绝絕]不|永[远遠]不|避免|不超[过過]|至少|最多|[请請]勿|[应應][该該]|保持|[优優]先|尽量/,
  // Japanese
  /ないで(?:ください|下さい|ほしい|欲しい)?|ては(?:いけ|なら|だめ|ダメ)|しないこと|禁止|必ず|絶対に?|常に|だけ(?:を|で|使|に)|のみ|以内|なければ(?:なら|いけ)|避けて|べき(?:です|だ|。|$)|ではなく|ようにしてください/,
  // Korean
  /지 ?(?:마|말)|절대|반드시|항상|만 사용|해야|않도록|금지/,
];

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a sentence in lower case contains a demand in a language other than English. */
export function isForeignDemand(sentence: string): boolean {
  return !/[?？]$/.test(sentence) && cues.some((cue) => cue.test(sentence));
}

/** Whether the text is in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}
