import { Skeleton } from '@mantine/core'
import { Section } from '../../../ground/ui/page/Section.tsx'

export const contactsTitle = 'Next of Kin and Contacts'

/** The place of the contacts in a record, while they load. */
export function ContactsPlace() {
  return (
    <Section title={contactsTitle}>
      <Skeleton h={96} role="status" aria-label="Loading the contacts" />
    </Section>
  )
}
