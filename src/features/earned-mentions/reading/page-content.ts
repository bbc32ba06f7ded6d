import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { siteDomain } from '../../answers/reading/citations/site-domain.ts'
