import { join } from 'node:path'
import type { Config } from '../../kernel/config.ts'

/** Where lists of bots' addresses are kept; beside the embedded stores where nothing else is said. */
export const botRangesFolder = ({ BOT_RANGES_DIR, DATA_DIR }: Pick<Config, 'BOT_RANGES_DIR' | 'DATA_DIR'>) =>
  BOT_RANGES_DIR ?? join(DATA_DIR, 'bot-ranges')
