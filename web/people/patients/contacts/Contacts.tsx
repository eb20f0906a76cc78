import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconPhoneCall, IconPlus, IconShieldHeart } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { relationshipWords } from '../../../../contract/people/contact-form.ts'
import type { Contact } from '../../../../contract/people/contacts.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { MoreButton } from '../../../ground/records/list/MoreButton.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge, type StatusLook } from '../../../ground/ui/StatusBadge.tsx'
import { PhoneLink } from '../record/PhoneLink.tsx'
import type { ContactAct } from './ContactDialogs.tsx'
import classes from './Contacts.module.css'
import { isMinor } from './minor.ts'
import { contactsQuery, pastContactsQuery } from './queries.ts'

const ContactDialog = late(() => import('./ContactDialogs.tsx'), 'ContactDialog', whileOpen)

const title = 'Next of Kin and Contacts'
const emergencyLook: StatusLook = { word: 'Emergency contact', icon: IconPhoneCall, tone: 'red' }
const guardianLook: StatusLook = { word: 'Guardian', icon: IconShieldHeart, tone: 'blue' }

/** A patient's contacts: emergency contacts first, then guardians and the others, and past ones on demand. */
export function Contacts({ patient }: { patient: Patient }) {
  const today = useToday()
  const mayEdit = useMay()('patient.edit')
  const query = useQuery(contactsQuery(patient.id))
  const [act, setAct] = useState<ContactAct>()
  const [isPastShown, showPast] = useState(false)
  return (
    <>
      <Loaded
        query={query}
        failed="The contacts could not be loaded"
        loading={
          <Section title={title}>
            <Skeleton h={96} role="status" aria-label="Loading the contacts" />
          </Section>
        }
      >
        {(contacts) => (
          <Section
            title={title}
            flush
            action={
              mayEdit && (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden="true" />}
                  onClick={() => setAct({ kind: 'add' })}
                >
                  Add Contact
                </Button>
              )
            }
          >
            {!contacts.some(({ isEmergency }) => isEmergency) && (
              <p className={classes.note}>
                {contacts.length === 0 ? 'No contacts recorded' : 'No emergency contact recorded'}
              </p>
            )}
            {isMinor(patient, today) && !contacts.some(({ isGuardian }) => isGuardian) && (
              <p className={classes.note}>Under 18, and no guardian is recorded</p>
            )}
            <Lines
              label={title}
              contacts={contacts}
              actionsOf={(contact) =>
                mayEdit &&
                (['edit', 'end'] as const).map((kind) => (
                  <Button
                    key={kind}
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${kind === 'edit' ? 'Edit' : 'End'} ${contact.name}`}
                    onClick={() => setAct({ kind, contact })}
                  >
                    {kind === 'edit' ? 'Edit' : 'End'}
                  </Button>
                ))
              }
            />
            {isPastShown && <PastContacts patientId={patient.id} />}
            <div className={classes.foot}>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconHistory size={16} aria-hidden="true" />}
                onClick={() => showPast(!isPastShown)}
              >
                {isPastShown ? 'Hide past contacts' : 'Show past contacts'}
              </Button>
            </div>
          </Section>
        )}
      </Loaded>
      {mayEdit && <ContactDialog.Ahead />}
      {act && (
        <ContactDialog
          act={act}
          patient={patient}
          contacts={query.data ?? []}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}

function Lines({
  label,
  contacts,
  actionsOf,
}: {
  label: string
  contacts: readonly Contact[]
  actionsOf?: (contact: Contact) => React.ReactNode
}) {
  const { timeZone } = useSite()
  if (contacts.length === 0) return null
  return (
    <ul className={classes.lines} aria-label={label}>
      {contacts.map((contact) => {
        const { id, name, phone, address, isEmergency, isGuardian, otherPatientId, otherPatientMrn, ended } =
          contact
        return (
          <li key={id}>
            <div className={classes.words}>
              <div className={classes.what}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                <bdi>{relationshipWords(contact)}</bdi>
              </div>
              {phone && (ended ? <bdi>{phone}</bdi> : <PhoneLink number={phone} className={classes.phone} />)}
              {(isEmergency || isGuardian) && (
                <div className={classes.marks}>
                  {isEmergency && <StatusBadge look={emergencyLook} />}
                  {isGuardian && <StatusBadge look={guardianLook} />}
                </div>
              )}
              {address && (
                <bdi className={classes.address} dir="auto">
                  {address}
                </bdi>
              )}
              {otherPatientId && (
                <AnchorLink to="/patients/$id" params={{ id: otherPatientId }}>
                  Own record: {otherPatientMrn}
                </AnchorLink>
              )}
              {ended && (
                <span className={classes.quiet}>
                  Ended {formatMoment(ended.at, timeZone)}, <bdi>{ended.by}</bdi>
                  {ended.reason && (
                    <>
                      : <bdi>{ended.reason}</bdi>
                    </>
                  )}
                </span>
              )}
            </div>
            {actionsOf && <div className={classes.actions}>{actionsOf(contact)}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function PastContacts({ patientId }: { patientId: string }) {
  const query = useInfiniteQuery(pastContactsQuery(patientId))
  return (
    <Loaded
      query={query}
      failed="The past contacts could not be loaded"
      loading={<p className={classes.note}>Loading the past contacts…</p>}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        return (
          <div className={classes.past}>
            <Lines label="Past contacts" contacts={rows} />
            {rows.length === 0 && <p className={classes.note}>No past contacts</p>}
            <MoreButton query={query} />
          </div>
        )
      }}
    </Loaded>
  )
}
