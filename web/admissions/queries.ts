import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Admission,
  admitPatient,
  dischargePatient,
  editAdmission,
  listPatientAdmissions,
  listStays,
  readAdmission,
  recordAcuity,
  takeBackDeath,
  transferPatient,
} from '../../contract/admissions.ts'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { addBed, type Bed, changeBed, deleteBed, listBeds, listBedsAt, readBed } from '../../contract/beds.ts'
import { editSettings, readSettings, type Settings } from '../../contract/site.ts'
import { type BedStatus } from '../../contract/wards.ts'
import { api } from '../client/api.ts'

/** Every bed as it is now, by ward and number. */
export const bedsQuery = queryOptions({
  queryKey: ['bed', 'list'],
  // The cards name patients, and say when they are expected to leave.
  meta: { follows: ['admission', 'patient'] },
  queryFn: ({ signal }): Promise<Bed[]> => api(listBeds, {}, { signal }),
})

/** Every bed as it was at a moment (ISO 8601). Somebody may still correct a past discharge, so it is read again. */
export function bedsAtQuery(moment: string) {
  return queryOptions({
    queryKey: ['bed', 'at', moment],
    meta: { follows: ['admission', 'patient'] },
    queryFn: ({ signal }) => api(listBedsAt, { params: { moment } }, { signal }),
  })
}

export function patientAdmissionsQuery(patientId: string, page = 1, limit = 20) {
  return queryOptions({
    queryKey: ['admission', 'patient', patientId, page, limit],
    queryFn: ({ signal }) =>
      api(listPatientAdmissions, { params: { id: patientId }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function admissionQuery(id: string) {
  return queryOptions({
    queryKey: ['admission', 'one', id],
    queryFn: ({ signal }): Promise<Admission> => api(readAdmission, { params: { id } }, { signal }),
  })
}

/** The beds of one admission, in their order. */
export function staysQuery(admissionId: string) {
  return queryOptions({
    queryKey: ['admission', 'stays', admissionId],
    queryFn: ({ signal }) => api(listStays, { params: { id: admissionId } }, { signal }),
  })
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }): Promise<Settings> => api(readSettings, {}, { signal }),
})

/** Puts an answered bed among those that are shown, before they are read again. */
function showBed(queryClient: QueryClient, bed: Bed): void {
  queryClient.setQueryData(bedsQuery.queryKey, (beds) => beds?.map((one) => (one.id === bed.id ? bed : one)))
}

/** What can be done with beds and with those who lie in them. @throws ApiError */
export function useBedActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    /** Reads again what may have changed; done when the beds on the screen are as they are now. */
    async function readAgain(): Promise<void> {
      void queryClient.invalidateQueries({ queryKey: ['admission'] })
      await queryClient.invalidateQueries({ queryKey: ['bed'] })
    }
    /** After a refusal somebody else was faster: what is shown is read again. */
    async function shown<Record>(answer: Promise<Record>): Promise<Record> {
      try {
        const record = await answer
        await readAgain()
        return record
      } catch (error) {
        void readAgain()
        throw error
      }
    }
    async function changed(answer: Promise<Bed>): Promise<Bed> {
      try {
        const bed = await answer
        await queryClient.cancelQueries({ queryKey: bedsQuery.queryKey })
        showBed(queryClient, bed)
        return bed
      } finally {
        void readAgain()
      }
    }
    return {
      add: (body: RequestOf<typeof addBed>['body'], idempotencyKey: string) =>
        shown(api(addBed, { body }, { idempotencyKey })),
      /** Moves it to another state, which needs no version: the transition is its own guard. */
      change: (id: string, body: RequestOf<typeof changeBed>['body']) =>
        changed(api(changeBed, { params: { id }, body })),
      /** Changes number, ward or notes. */
      describe: (
        { id, version }: { id: string; version: number },
        body: RequestOf<typeof changeBed>['body'],
      ) => changed(api(changeBed, { params: { id }, body }, { version })),
      remove: (id: string) => shown(api(deleteBed, { params: { id } })),
      admit: (body: RequestOf<typeof admitPatient>['body'], idempotencyKey: string) =>
        shown(api(admitPatient, { body }, { idempotencyKey })),
      transfer: (admissionId: string, body: RequestOf<typeof transferPatient>['body']) =>
        shown(api(transferPatient, { params: { id: admissionId }, body })),
      discharge: (admissionId: string, body: RequestOf<typeof dischargePatient>['body']) =>
        shown(api(dischargePatient, { params: { id: admissionId }, body })),
      /** How a bed is that was left: available at once, or waiting to be cleaned, as the hospital wants it. */
      async stateOfLeft(bedId: string): Promise<BedStatus> {
        const bed = await api(readBed, { params: { id: bedId } }).catch(() => undefined)
        return bed?.status ?? 'AVAILABLE'
      },
      takeBackDeath: (patientId: string, body: RequestOf<typeof takeBackDeath>['body']) =>
        shown(
          api(takeBackDeath, { params: { id: patientId }, body }).finally(() =>
            queryClient.invalidateQueries({ queryKey: ['patient'] }),
          ),
        ),
      edit: (
        { id, version }: { id: string; version: number },
        body: RequestOf<typeof editAdmission>['body'],
      ) => shown(api(editAdmission, { params: { id }, body }, { version })),
      recordAcuity: (
        admissionId: string,
        body: RequestOf<typeof recordAcuity>['body'],
        idempotencyKey: string,
      ) => shown(api(recordAcuity, { params: { id: admissionId }, body }, { idempotencyKey })),
      async clean(cleansAfterDischarge: boolean, { version }: Settings): Promise<void> {
        try {
          const settings = await api(editSettings, { body: { cleansAfterDischarge } }, { version })
          queryClient.setQueryData(settingsQuery.queryKey, settings)
        } catch (error) {
          void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
          throw error
        }
      },
    }
  }, [queryClient])
}
