import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../../contract/api/endpoint.ts'
import {
  addContact,
  type Contact,
  editContact,
  endContact,
  listContacts,
  listPastContacts,
} from '../../../../contract/people/contacts.ts'
import { api } from '../../../ground/client/api.ts'
import { following, followingPages } from '../../../ground/client/live/following.ts'

/** A patient’s contacts that count: emergency contacts first, then guardians. */
export function contactsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['contacts', 'current', patientId],
    ...following(
      [`patient-contacts:${patientId}`],
      (options): Promise<Contact[]> => api(listContacts, { params: { id: patientId } }, options),
    ),
  })
}

/** A patient’s contacts that were ended, the last first. */
export function pastContactsQuery(patientId: string) {
  return infiniteQueryOptions({
    queryKey: ['contacts', 'past', patientId],
    ...followingPages([`patient-contacts:${patientId}`], (cursor, options) =>
      api(listPastContacts, { params: { id: patientId }, query: { cursor } }, options),
    ),
  })
}

/** @throws ApiError */
export function useContactActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    /** Reads the list again before the dialog closes: its order may change, and a row that is gone gets no focus back. */
    async function shown(answer: Promise<Contact>): Promise<Contact> {
      const contact = await answer
      await queryClient.invalidateQueries({ queryKey: ['contacts'] })
      return contact
    }
    return {
      add: (id: string, body: RequestOf<typeof addContact>['body'], idempotencyKey: string) =>
        shown(api(addContact, { params: { id }, body }, { idempotencyKey })),
      edit: (body: RequestOf<typeof editContact>['body'], { id, version }: Contact) =>
        shown(api(editContact, { params: { id }, body }, { version })),
      end: (id: string, reason: string | null) =>
        shown(api(endContact, { params: { id }, body: { reason } })),
    }
  }, [queryClient])
}
