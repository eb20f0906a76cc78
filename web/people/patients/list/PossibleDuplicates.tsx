import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { countWords, duplicateSummaryQuery } from '../duplicates/summary-query.ts'
import classes from './PatientList.module.css'

/** The way to pairs of records that may be of one patient, with how many are probable or possible. */
export function PossibleDuplicates() {
  const { data } = useQuery(duplicateSummaryQuery)
  return (
    <ButtonLink to="/duplicates" variant="subtle">
      Possible Duplicates{' '}
      <span className={classes.count}>{data && countWords(data.probable + data.possible)}</span>
    </ButtonLink>
  )
}
