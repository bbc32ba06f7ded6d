/** Legal notices in common languages: copyrights, licenses, warranties and trademarks. */
const boilerplate = [
  /©|\(c\) ?(?:19|20)\d\d|copyright (?:\(c\)|by\b|(?:19|20)\d\d|notice|holder|owner)|copyrights|\bIS[BS]N\b/iu,
  /permission is (?:hereby )?granted|hereby granted|permission notice|written permission|no part of this .{1,40} may be/iu,
  /without (?:any )?warrant|merchantability|["“]as[ -]is["”]|trademarks? of\b|trademark or service mark/iu,
  /(?:licensed|released|distributed) under|under (?:the )?terms .{1,60}licen[cs]e|copy of (?:the|this) licen[cs]e/iu,
  /creative commons|(?:general public|free documentation|apache|mit|bsd) licen[cs]e/iu,
  /all rights reserved|alle rechte vorbehalten|alle rechten voorbehouden|tous (?:les )?droits (?:sont )?réservés/iu,
  /todos los derechos reservados|todos os direitos reservados|tutti i diritti (?:sono )?riservati/iu,
  /wszelkie prawa zastrzeżone|все права защищены|tüm hakları saklıdır|版权所有|版權所有|保留所有权利|無断(?:転載|複製)|무단 ?(?:전재|복제)/iu,
  /urheberrechtlich|ohne (?:jede |jegliche )?gewähr|kein teil dieses|eingetragene[ns]? (?:marke|warenzeichen)/iu,
  /unter (?:der|einer|den bedingungen der) .{0,40}lizenz|sous (?:la )?licence|bajo (?:la |una )?licencia|sob (?:a )?licença/iu,
  /droits? d[’']auteur|sans (?:aucune )?garantie|marques? déposées?|derechos de autor|sin (?:ninguna )?garantía/iu,
  /marcas? registradas?|diritt[oi] d[’']autore|senza (?:alcuna )?garanzia|marchi(?:o)? registrat[oi]|direitos autorais/iu,
]

/** Whether a sentence is a legal notice, unrelated to the document's subject. */
export const isBoilerplate = (sentence: string) => boilerplate.some((words) => words.test(sentence))
