import { useQuery } from '@tanstack/react-query'
import { relationshipWords } from '../../../../contract/people/contact-form.ts'
import { PhoneLink } from '../record/PhoneLink.tsx'
import classes from './Contacts.module.css'
import { contactsQuery } from './queries.ts'

/** The first emergency contact of a patient, on one line; all of them are in the record. */
export function WhomToCall({ patientId }: { patientId: string }) {
  const { data, error } = useQuery(contactsQuery(patientId))
  if (error && !data) return <span className={classes.callee}>Could not be loaded</span>
  if (!data) return <span className={classes.callee} />
  const first = data.find(({ isEmergency }) => isEmergency)
  if (!first?.phone) return <span className={`${classes.callee} ${classes.quiet}`}>Not recorded</span>
  return (
    <span className={classes.callee}>
      <bdi>
        {first.name} ({relationshipWords(first)})
      </bdi>{' '}
      <PhoneLink number={first.phone} />
    </span>
  )
}
