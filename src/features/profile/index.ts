import { defineFeature } from '../../kernel/feature.ts'
import { analyseBrand, getBrandAnalysis } from './analysis/analyse-brand.ts'
import { resumeAnalyses } from './analysis/resume-analyses.ts'
import { openSiteReaders, runAnalysis } from './analysis/run-analysis.ts'
import { importProfile } from './import-profile.ts'
import { getProfile, updateProfile } from './profile.ts'

export { isAlias } from './analysis/declared-facts.ts'
export { readBrandSources } from './analysis/run-analysis.ts'
export { aliasesAreSet } from './profile.ts'

export const profile = defineFeature({
  name: 'profile',
  operations: [importProfile, getProfile, updateProfile, analyseBrand, getBrandAnalysis],
  jobs: [runAnalysis],
  open: (services) => ({ siteReaders: openSiteReaders(services) }),
  tables: { postgres: ['brand_profiles', 'brand_analyses'] },
  afterRestore: resumeAnalyses,
})
