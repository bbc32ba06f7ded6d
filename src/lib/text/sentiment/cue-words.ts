/** Words that change others in their clause: which aspect is low, which brand is replaced by which. */
export const cueWords = {
  /** Aspects that can be good or bad: praise without a verdict ("known for its reliability"). */
  aspect: `reliability satisfaction quality safety support comfort performance durability dependability accuracy
    cleanliness convenience consistency precision trustworthiness efficiency`,
  /** A low rank of a following aspect: "last in reliability". */
  lowRank: 'last bottom below lacks lack lacking lacked concern concerns doubts questions',
  /** A low value of the next noun, or of the subject before "is". */
  low: `low lower poor poorer poorest weak weaker weakest bad worse worst mediocre questionable limited
    inconsistent disappointing lacklustre lackluster subpar doubtful`,
  sinks: `declined declines declining dropped drops dropping fell falls fallen falling slipped slips slipping sank sunk
    suffered suffers suffering deteriorated deteriorating deteriorates worsened worsening worsens plummeted plunged
    concerns complaints slid tumbled`,
  highRank: 'top tops topped first leads',
  varies: 'varies vary varied varying depends depend differs differ',
  copula: "is are was were be been has have remains remained seems feels isn't aren't",
  few: 'few',
  less: 'less fewer',
  supposes: 'if',
  /** Groups of people in "few guests". */
  people: `people guests users customers owners patients drivers buyers reviewers critics experts policyholders members
    travellers travelers subscribers readers testers employees clients patrons diners residents tenants students
    shoppers visitors clinics doctors dentists viewers listeners`,
  /** Feelings about an entity to be replaced: "tired of @". */
  grieves: `hate hates hated dislike dislikes tired sick fed frustrated unhappy disappointed dissatisfied annoyed bored
    frustrates annoys disappoints bothers weary`,
  someone: 'anyone those everyone somebody someone you',
  /** Advice to leave, at the start of a clause. */
  leaves: 'cancel drop forget dump quit skip ditch avoid scrap',
  /** Advice to take, before the replacement. */
  takes: `try go get switch move use book look consider sign choose pick buy opt give grab join check take head stick
    order visit`,
  /** Verbs whose object is better if there is less of it: "uses less memory than". */
  consumes: `use uses used using need needs needed require requires required consume consumes burn burns contain contains
    take takes cost costs lose loses lost charge charges emit emits produce produces make makes cause causes draw
    draws collect collects waste wastes add adds`,
  often: 'often frequently easily quickly badly',
  fee: 'fee fees charge charges surcharge surcharges cost costs bill bills price prices',
  /** Words that turn a fee into a complaint: "surprise fees". */
  burdens: `surprise hidden unexpected junk undisclosed excessive hefty exorbitant outrageous resort sneaky unfair
    unnecessary`,
  /** Continues with the preceding name: "than @, which ...". */
  relative: 'which whose who',
  /** In a heading, blames the entities below it: "brands to avoid". */
  shuns: 'avoid avoiding skip skipping stay steer shun ditch',
  /** Other things that such a heading can be about. */
  pitfall: `mistake mistakes pitfall pitfalls thing things error errors trap traps ingredient ingredients food foods scam
    scams what how where why phrases habits words topics areas`,
  wishes: 'wish wishes wished',
  modal: 'would could should might',
  /** In a pair joined by "and" or "or", neither counts: "love or hate". */
  pole: `love loves loved hate hates hated like dislike adore loathe good bad better worse best worst strengths weaknesses
    hits misses ups downs praise criticism upsides downsides advantages disadvantages positives negatives positive negative`,
  some: 'some half many several one',
  others: 'others rest many another most critics',
  /** Filled with the comparatives of the lexicons. */
  degree: '',
  being: 'be feel taste look sound work run been',
} as const satisfies Readonly<Record<string, string>>
