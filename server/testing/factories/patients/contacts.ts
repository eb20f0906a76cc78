import type { z } from 'zod'
import type { ContactForm } from '../../../../contract/people/contact-form.ts'
import { addContact, type Contact } from '../../../../contract/people/contacts.ts'
import type { Client } from '../../client.ts'

type Filled = z.input<typeof ContactForm>

let made = 0

/** A filled contact form, unlike every other. */
export function contactForm(changed: Partial<Filled> = {}): Filled {
  made++
  return {
    name: `Grace Okafor ${made}`,
    relationship: 'MOTHER',
    phone: `+44 20 7946 ${String(made).padStart(4, '0')}`,
    address: `${made} Harbour Street, Portsmouth`,
    isEmergency: true,
    isGuardian: false,
    ...changed,
  }
}

/** Adds a contact of a patient through the API. */
export async function givenContact(
  desk: Client,
  patient: { id: string },
  changed: Partial<Filled> = {},
): Promise<Contact> {
  return (await desk.call(addContact, { params: { id: patient.id }, body: contactForm(changed) })).body
}
