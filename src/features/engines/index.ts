export { engineFinder, knownEngines } from './engines.ts'
export { listEngines } from './list-engines.ts'
