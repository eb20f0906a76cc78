import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { staysQuery } from '../queries.ts'
import { placeWords, wardReasonWords } from '../words.ts'
import classes from './Admission.module.css'

/** Every bed of an admission, the last one first, with why the patient was moved there. `isFolded`: in a line that opens, if there was a move. */
export function Stays({ admissionId, isFolded }: { admissionId: string; isFolded?: boolean }) {
  const { timeZone } = useSite()
  const { data, error } = useQuery(staysQuery(admissionId))
  if (!data) {
    return error ? (
      <p className={classes.quiet}>The beds of this stay could not be loaded. {error.message}</p>
    ) : null
  }
  const stays = (
    <ol className={classes.stays} reversed>
      {data.toReversed().map((stay) => (
        <li key={stay.id} data-now={stay.until === null || undefined}>
          <strong>{placeWords(stay)}</strong>
          <span className={classes.quiet}>
            {formatMoment(stay.from, timeZone)}{' '}
            {stay.until ? `until ${formatMoment(stay.until, timeZone)}` : 'until now'}
          </span>
          {stay.reason && <bdi>{stay.reason}</bdi>}
          {stay.sexRuleReason && <bdi>{wardReasonWords(stay.sexRuleReason)}</bdi>}
        </li>
      ))}
    </ol>
  )
  if (!isFolded) {
    return (
      <div className={classes.beds}>
        <Title order={3}>Beds</Title>
        {stays}
      </div>
    )
  }
  if (data.length < 2) {
    const reason = data[0]?.sexRuleReason
    return reason ? (
      <p>
        <bdi>{wardReasonWords(reason)}</bdi>
      </p>
    ) : null
  }
  return (
    <details className={classes.moved}>
      <summary>All {data.length} beds of this admission</summary>
      {stays}
    </details>
  )
}
