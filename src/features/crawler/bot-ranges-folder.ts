import { join } from 'node:path'
import type { Config } from '../../kernel/config.ts'

/** The directory of bot IP ranges. Defaults to one next to the embedded stores. */
export const botRangesFolder = ({ BOT_RANGES_DIR, DATA_DIR }: Pick<Config, 'BOT_RANGES_DIR' | 'DATA_DIR'>) =>
  BOT_RANGES_DIR ?? join(DATA_DIR, 'bot-ranges')
