export { botCatalog, rangeSources } from './catalogue.ts'
export { type AiBot, botCategories, type RangeSource } from './catalogue-schema.ts'
export { type ConfirmHost, createHostConfirmation, type NameResolver } from './confirm-host.ts'
export { loadRangeLists, makeRangeList, type RangeList, type RangeLists } from './range-files.ts'
export { type BotRecognizer, createBotRecognizer } from './recognize.ts'
export {
  type FetchRanges,
  type RangeStore,
  type RangeUpdate,
  updateBotRanges,
} from './update-bot-ranges.ts'
export { type BotVerifier, createBotVerifier, type Verdict } from './verify.ts'
