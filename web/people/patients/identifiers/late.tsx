import { Skeleton, TextInput } from '@mantine/core'
import { useSite } from '../../../ground/sign-in/account.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { FieldGrid, Section } from '../../../ground/ui/page/Section.tsx'
import classes from './Identifiers.module.css'

/** As high as the fields, so that what is below them stays. */
export function FieldsPlace() {
  const { identifierFields } = useSite()
  if (!identifierFields) return null
  return (
    <div aria-hidden="true">
      <Section title="Identifiers">
        <FieldGrid>
          {Array.from({ length: identifierFields }, (_, at) => (
            <TextInput key={at} label="…" description="…" disabled />
          ))}
        </FieldGrid>
      </Section>
    </div>
  )
}

/** As high as the list of one patient usually is. */
export function ListPlace() {
  if (useSite().identifierFields === null) return null
  return (
    <div className={classes.place}>
      <Section title="Identifiers">
        <Skeleton h={44} role="status" aria-label="Loading the identifiers" />
      </Section>
    </div>
  )
}

/** The identifiers of a new patient, a field for each system of the hospital. */
export const LateIdentifierFields = late(() => import('./IdentifierFields.tsx'), 'IdentifierFields', {
  StandIn: FieldsPlace,
  isPlaceholder: true,
})

/** A patient's identifiers, and what can be done with each. */
export const LateIdentifiers = late(() => import('./Identifiers.tsx'), 'Identifiers', {
  StandIn: ListPlace,
  isPlaceholder: true,
})
