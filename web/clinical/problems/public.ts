/** Recorded diagnoses, for the screens of other nouns. */
export { Problems } from './Problems.tsx'
export { writtenProblem } from './written-problem.tsx'
