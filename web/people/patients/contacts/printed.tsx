import { relationshipWords } from '../../../../contract/people/contact-form.ts'
import { type Contact, listContacts } from '../../../../contract/people/contacts.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import type { PageToRead } from '../../../ground/records/print/all-pages.ts'
import type { PrintColumn } from '../../../ground/ui/print/PrintTable.tsx'

/** All contacts that count, for paper. */
export async function readContacts(id: string, options: CallOptions): Promise<PageToRead<Contact>> {
  return { items: await api(listContacts, { params: { id } }, options), nextCursor: null }
}

/** 'Emergency contact, guardian' */
const marksOf = ({ isEmergency, isGuardian }: Contact) =>
  [isEmergency && 'emergency contact', isGuardian && 'guardian']
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())

export const contactColumns: readonly PrintColumn<Contact>[] = [
  { header: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  { header: 'Relationship', cell: (contact) => <bdi>{relationshipWords(contact)}</bdi> },
  { header: 'Phone', cell: ({ phone }) => <bdi>{phone}</bdi> },
  { header: 'Called as', cell: marksOf },
  { header: 'Address', cell: ({ address }) => <bdi>{address}</bdi> },
]

/** Guardians and emergency contacts in a line each, for papers that go with the patient; null where there are none. */
export function printedContacts(contacts: readonly Contact[]) {
  const called = contacts.filter(({ isEmergency, isGuardian }) => isEmergency || isGuardian)
  if (called.length === 0) return null
  return called.map((contact) => (
    <div key={contact.id}>
      <bdi>
        {contact.name} ({relationshipWords(contact)})
      </bdi>
      {contact.phone && (
        <>
          , <bdi>{contact.phone}</bdi>
        </>
      )}
      {contact.isGuardian && ', guardian'}
    </div>
  ))
}
