/** What other nouns' screens show of recorded diagnoses. */
export { Problems } from './Problems.tsx'
export { writtenProblem } from './written-problem.tsx'
