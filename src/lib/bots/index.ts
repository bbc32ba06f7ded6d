export {
  type AiBot,
  type BotCategory,
  type BotPurpose,
  botCategories,
  botPurposes,
} from './bot.ts'
export { botCatalogue } from './catalogue/catalogue.ts'
export { type ConfirmHost, createHostConfirmation, type NameResolver } from './confirm-host.ts'
export { loadRangeLists, type RangeLists } from './range-files.ts'
export { type BotRecogniser, createBotRecogniser } from './recognise.ts'
export { type FetchRanges, type RangeUpdate, updateBotRanges } from './update-bot-ranges.ts'
export { type BotVerifier, createBotVerifier, type Verdict } from './verify.ts'
