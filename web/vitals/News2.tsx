import { missingForNews2, type News2Score, news2, type Scored } from '../../contract/clinical/news2.ts'
import { adultFrom } from '../../contract/clinical/signs.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './Vitals.module.css'
import { bandLooks } from './words.ts'

/** The score of a full set with its band in words; of another what it lacks. Nothing for children. */
export function News2({ set, age }: { set: Scored; age: number }) {
  if (age < adultFrom) return null
  const scored = news2(set, age)
  if (!scored) return <span className={classes.quiet}>NEWS2 needs: {missingForNews2(set).join(', ')}</span>
  return <News2Badge scored={scored} />
}

export function News2Badge({ scored: { score, band } }: { scored: News2Score }) {
  return <StatusBadge look={{ word: `NEWS2 ${score}: ${band}`, ...bandLooks[band] }} />
}
