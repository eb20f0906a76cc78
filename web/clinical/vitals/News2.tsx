import {
  missingForNews2,
  type News2Score,
  news2,
  news2Response,
  news2Source,
  type Scored,
} from '../../../contract/clinical/news2.ts'
import { adultFrom } from '../../../contract/clinical/warnings/bands.ts'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import classes from './Vitals.module.css'
import { bandLooks } from './warning/band-looks.ts'

/** The score of a full set, with its band and the response, or what an incomplete set lacks. Nothing for children. */
export function News2({ set, age }: { set: Scored; age: number }) {
  if (age < adultFrom) return null
  const scored = news2(set, age)
  if (!scored) return <span className={classes.quiet}>NEWS2 needs: {missingForNews2(set).join(', ')}</span>
  return (
    <>
      <News2Badge scored={scored} />
      <News2Response scored={scored} />
    </>
  )
}

/** The response that the Royal College of Physicians recommends for a score. */
export function News2Response({ scored }: { scored: Pick<News2Score, 'score' | 'band'> }) {
  const { response, advice } = news2Response(scored)
  return (
    <p className={classes.response}>
      <strong>{response}.</strong> {advice} <cite className={classes.source}>{news2Source}</cite>
    </p>
  )
}

export function News2Badge({ scored: { score, band } }: { scored: Pick<News2Score, 'score' | 'band'> }) {
  return <StatusBadge look={{ word: `NEWS2 ${score}: ${band}`, ...bandLooks[band] }} />
}
