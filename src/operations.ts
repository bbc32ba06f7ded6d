import {
  acceptAlignmentSuggestion,
  createAlignmentCategory,
  createAlignmentSuggestion,
  deleteAlignmentCategories,
  listAlignmentCategories,
  listAlignmentSuggestions,
  promoteAlignmentSuggestion,
  rejectAlignmentSuggestion,
  updateAlignmentSuggestions,
} from './features/alignment/index.ts'
import { importAnswers, listHistoryReadings, listSentimentJudgements } from './features/answers/index.ts'
import { createKey, getMe, listKeys, revokeKey, rollKey } from './features/api-keys/index.ts'
import {
  cancelAudit,
  getAudit,
  getIssue,
  listAudits,
  listIssues,
  resolveIssuePage,
  startAudit,
} from './features/audits/index.ts'
import { backup, restore } from './features/backups/index.ts'
import { createBrand, deleteBrand, listBrands, updateBrand } from './features/brands/index.ts'
import { listAuditRecords } from './features/changes/index.ts'
import { listCitations, listCitedDomains } from './features/citations/index.ts'
import { createCompetitor, listCompetitors, updateCompetitor } from './features/competitors/index.ts'
import {
  createIngestToken,
  forgetAddress,
  getCrawlerSummary,
  importCrawlerLogs,
  listCrawlerVisits,
  listIngestTokens,
  revokeIngestToken,
  updateBotRangesOperation,
} from './features/crawler/index.ts'
import { importPageScans, listEarnedMentions, listPageScans } from './features/earned-mentions/index.ts'
import { listEngines } from './features/engines/index.ts'
import { getExecution, listExecutions } from './features/executions/index.ts'
import {
  addKnowledgeDocument,
  deleteKnowledgeDocument,
  getKnowledgeDocument,
  listKnowledgeDocuments,
  resyncKnowledgeDocument,
  searchKnowledge,
} from './features/knowledge/index.ts'
import { listOpportunities, refreshOpportunities, updateOpportunity } from './features/opportunities/index.ts'
import { createProduct, deleteProduct, importProducts, listProducts } from './features/products/index.ts'
import {
  analyseBrand,
  getBrandAnalysis,
  getProfile,
  importProfile,
  updateProfile,
} from './features/profile/index.ts'
import { getPrompt, listPrompts } from './features/prompt-metrics/index.ts'
import { createPrompt, deletePrompt, updatePrompt } from './features/prompts/index.ts'
import { createTag, listTags } from './features/tags/index.ts'
import { createTopic, listTopics } from './features/topics/index.ts'
import { getUsage } from './features/usage/index.ts'
import {
  listCompetitorRankings,
  listEngineVisibility,
  listTopicScoreboard,
  listVisibilitySegments,
  listVisibilityTrend,
} from './features/visibility/index.ts'
import { listWebsitePages } from './features/website/index.ts'
import {
  createWorkspace,
  deleteWorkspace,
  getCredits,
  listCreditEntries,
  listWorkspaces,
  updateWorkspace,
} from './features/workspaces/index.ts'
import {
  createWritingStyle,
  deleteWritingStyle,
  getWritingStyle,
  listWritingStyles,
  updateWritingStyle,
} from './features/writing-styles/index.ts'
import type { Operation } from './kernel/operation.ts'

/** Everything that Sightline can do. What is not here does not exist, on any door. */
export const operations: readonly Operation[] = [
  createWorkspace,
  updateWorkspace,
  deleteWorkspace,
  listWorkspaces,
  getCredits,
  listCreditEntries,
  createKey,
  listKeys,
  rollKey,
  revokeKey,
  getMe,
  getUsage,
  createBrand,
  updateBrand,
  deleteBrand,
  listBrands,
  createTopic,
  listTopics,
  createTag,
  listTags,
  createPrompt,
  updatePrompt,
  deletePrompt,
  listPrompts,
  getPrompt,
  importProfile,
  getProfile,
  updateProfile,
  analyseBrand,
  getBrandAnalysis,
  createProduct,
  importProducts,
  listProducts,
  deleteProduct,
  addKnowledgeDocument,
  deleteKnowledgeDocument,
  listKnowledgeDocuments,
  searchKnowledge,
  getKnowledgeDocument,
  resyncKnowledgeDocument,
  createAlignmentCategory,
  listAlignmentCategories,
  deleteAlignmentCategories,
  createAlignmentSuggestion,
  listAlignmentSuggestions,
  updateAlignmentSuggestions,
  acceptAlignmentSuggestion,
  rejectAlignmentSuggestion,
  promoteAlignmentSuggestion,
  createCompetitor,
  updateCompetitor,
  listCompetitors,
  importAnswers,
  listHistoryReadings,
  listSentimentJudgements,
  listEngines,
  listCompetitorRankings,
  listEngineVisibility,
  listVisibilitySegments,
  listVisibilityTrend,
  listTopicScoreboard,
  listExecutions,
  getExecution,
  listCitations,
  listCitedDomains,
  listEarnedMentions,
  importPageScans,
  listPageScans,
  listOpportunities,
  updateOpportunity,
  refreshOpportunities,
  importCrawlerLogs,
  createIngestToken,
  listIngestTokens,
  revokeIngestToken,
  updateBotRangesOperation,
  forgetAddress,
  listCrawlerVisits,
  getCrawlerSummary,
  listWebsitePages,
  startAudit,
  listAudits,
  getAudit,
  cancelAudit,
  listIssues,
  getIssue,
  resolveIssuePage,
  createWritingStyle,
  updateWritingStyle,
  deleteWritingStyle,
  listWritingStyles,
  getWritingStyle,
  listAuditRecords,
  backup,
  restore,
]
