import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { largestPage } from '../../../contract/api/page.ts'
import {
  amendVisitNote,
  beginVisitNote,
  editVisitNote,
  listVisitNotes,
  signVisitNote,
  strikeVisitNote,
  takeOverVisitNote,
} from '../../../contract/clinical/visit-notes.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { useShown } from '../entries/public.ts'

/** The notes of some of a patient's visits, those struck through among them. */
export function visitNotesQuery(patientId: string, appointmentIds: readonly string[]) {
  return queryOptions({
    queryKey: ['visit-notes', patientId, ...appointmentIds],
    ...following([`patient-notes:${patientId}`], (options) =>
      api(
        listVisitNotes,
        { params: { id: patientId }, query: { appointments: appointmentIds.join(','), limit: largestPage } },
        options,
      ),
    ),
    enabled: appointmentIds.length > 0,
    select: ({ items }) => items,
  })
}

/** @throws ApiError */
export function useVisitNoteActions() {
  const shown = useShown('patient-notes')
  return useMemo(
    () => ({
      begin: (
        appointmentId: string,
        body: RequestOf<typeof beginVisitNote>['body'],
        idempotencyKey: string,
      ) => shown(api(beginVisitNote, { params: { id: appointmentId }, body }, { idempotencyKey })),
      edit: (id: string, version: number, body: RequestOf<typeof editVisitNote>['body']) =>
        shown(api(editVisitNote, { params: { id }, body }, { version })),
      sign: ({ id, version }: { id: string; version: number }) =>
        shown(api(signVisitNote, { params: { id }, body: { version } })),
      takeOver: (id: string) => shown(api(takeOverVisitNote, { params: { id } })),
      amend: (id: string, text: string, idempotencyKey: string) =>
        shown(api(amendVisitNote, { params: { id }, body: { text } }, { idempotencyKey })),
      strike: (id: string, reason: string) =>
        shown(api(strikeVisitNote, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
