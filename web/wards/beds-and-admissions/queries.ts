import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import {
  type Admission,
  admitPatient,
  dischargePatient,
  editAdmission,
  listAdmissions,
  listPatientAdmissions,
  listStays,
  readAdmission,
  recordAcuity,
  signDischargeSummary,
  takeBackDeath,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import {
  addBed,
  addBeds,
  type Bed,
  changeBed,
  deleteBed,
  listBeds,
  listBedsAt,
  readBed,
} from '../../../contract/wards/beds.ts'
import { listBedsOfUnit } from '../../../contract/wards/units.ts'
import { type BedStatus, wards } from '../../../contract/wards/wards.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer, applyAnswers } from '../../ground/client/live/own-writes.ts'
import { itself, listed } from '../../ground/client/live/record-events.ts'
import type { Inpatient } from './words.ts'

/** Puts 'B2' before 'B10'. */
export const collator = new Intl.Collator('en', { numeric: true })

function byWard(one: Bed, other: Bed): number {
  return (
    wards.indexOf(one.ward) - wards.indexOf(other.ward) ||
    collator.compare(one.unitName, other.unitName) ||
    collator.compare(one.bedNumber, other.bedNumber)
  )
}

/** Every bed as it is now, by ward and number. */
export const bedsQuery = queryOptions({
  queryKey: ['bed', 'list'],
  ...following(['beds'], (options): Promise<Bed[]> => api(listBeds, {}, options), listed(byWard)),
})

/** The beds of one ward as they are now: a screen of it hears of no others. */
export function unitBedsQuery(unitId: string) {
  return queryOptions({
    queryKey: ['bed', 'unit', unitId],
    ...following(
      [`unit:${unitId}`],
      (options): Promise<Bed[]> => api(listBedsOfUnit, { params: { id: unitId } }, options),
      listed(byWard),
    ),
  })
}

/** The beds of one ward, or all; none while it is not known which (null). Those of a ward are shown at once where all have been read. */
export function useBedsOf(unitId: string | null | undefined) {
  const queryClient = useQueryClient()
  const ofUnit = unitBedsQuery(unitId ?? '')
  return useQuery<Bed[]>(
    unitId
      ? {
          ...ofUnit,
          placeholderData: () =>
            queryClient.getQueryData(bedsQuery.queryKey)?.filter((bed) => bed.unitId === unitId),
        }
      : { ...bedsQuery, enabled: unitId !== null },
  )
}

/** Every bed as it was at a moment (ISO 8601). Somebody may still correct a past discharge, so it is read again. */
export function bedsAtQuery(moment: string) {
  return queryOptions({
    queryKey: ['bed', 'at', moment],
    ...following(['beds'], (options) => api(listBedsAt, { params: { moment } }, options)),
  })
}

export function patientAdmissionsQuery(patientId: string, page = 1, limit = 20) {
  return queryOptions({
    queryKey: ['admission', 'patient', patientId, page, limit],
    ...following([`patient-admissions:${patientId}`], (options) =>
      api(listPatientAdmissions, { params: { id: patientId }, query: { page, limit } }, options),
    ),
    placeholderData: keepPreviousData,
  })
}

type AdmissionQuery = NonNullable<RequestOf<typeof listAdmissions>['query']>

export function admissionListQuery(query: AdmissionQuery) {
  return queryOptions({
    queryKey: ['admission', 'list', query],
    ...following(['admissions'], (options) => api(listAdmissions, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export function admissionQuery(id: string) {
  return queryOptions({
    queryKey: ['admission', 'one', id],
    ...following(
      [`admission:${id}`],
      (options): Promise<Admission> => api(readAdmission, { params: { id } }, options),
      itself,
    ),
  })
}

/** The beds of one admission, in their order. */
export function staysQuery(admissionId: string) {
  return queryOptions({
    queryKey: ['admission', 'stays', admissionId],
    ...following([`admission:${admissionId}`], (options) =>
      api(listStays, { params: { id: admissionId } }, options),
    ),
  })
}

/** The actions on beds and their patients. @throws ApiError */
export function useBedActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function ofBed<Answer extends { id: string }>(
      answer: Promise<Answer>,
      isBed = true,
    ): Promise<Answer> {
      const bed = await answer
      applyAnswer(queryClient, bed, {
        beds: () => isBed,
        unit: (id) => isBed && 'unitId' in bed && bed.unitId === id,
      })
      return bed
    }
    async function ofAdmission(answer: Promise<Admission>): Promise<Admission> {
      const admission = await answer
      applyAnswer(queryClient, admission, { admission: (id) => id === admission.id })
      return admission
    }
    async function takenBack(answer: Promise<Patient>): Promise<Patient> {
      const patient = await answer
      applyAnswer(queryClient, patient, { patient: (id) => id === patient.id })
      return patient
    }
    return {
      add: (body: RequestOf<typeof addBed>['body'], idempotencyKey: string) =>
        ofBed(api(addBed, { body }, { idempotencyKey })),
      async addSeveral(body: RequestOf<typeof addBeds>['body'], idempotencyKey: string): Promise<Bed[]> {
        const beds = await api(addBeds, { body }, { idempotencyKey })
        applyAnswers(queryClient, beds, { beds: () => true })
        return beds
      },
      /** Moves it to another state, which needs no version: `from`, the state that it was seen in, is its guard. */
      change: (id: string, body: RequestOf<typeof changeBed>['body']) =>
        ofBed(api(changeBed, { params: { id }, body })),
      /** Changes number, ward or notes. */
      describe: (
        { id, version }: { id: string; version: number },
        body: RequestOf<typeof changeBed>['body'],
      ) => ofBed(api(changeBed, { params: { id }, body }, { version })),
      remove: (id: string) => ofBed(api(deleteBed, { params: { id } }), false),
      admit: (body: RequestOf<typeof admitPatient>['body'], idempotencyKey: string) =>
        ofAdmission(api(admitPatient, { body }, { idempotencyKey })),
      transfer: (admissionId: string, body: RequestOf<typeof transferPatient>['body']) =>
        ofAdmission(api(transferPatient, { params: { id: admissionId }, body })),
      discharge: (admissionId: string, body: RequestOf<typeof dischargePatient>['body']) =>
        ofAdmission(api(dischargePatient, { params: { id: admissionId }, body })),
      signSummary: (admissionId: string, body: RequestOf<typeof signDischargeSummary>['body']) =>
        ofAdmission(api(signDischargeSummary, { params: { id: admissionId }, body })),
      /** The patient's present bed; undefined if it can't be loaded. */
      async placeOf(
        admissionId: string,
      ): Promise<Pick<Inpatient, 'bedId' | 'bedNumber' | 'ward' | 'unitName'> | undefined> {
        const read = api(readAdmission, { params: { id: admissionId } })
        const admission = await read.catch(() => undefined)
        return admission?.status === 'active' ? { bedId: admission.bedId, ...admission.bed } : undefined
      },
      /** How a bed is that was left: available at once, or waiting to be cleaned, as the hospital wants it. */
      async stateOfLeft(bedId: string): Promise<BedStatus> {
        const bed = await api(readBed, { params: { id: bedId } }).catch(() => undefined)
        return bed?.status ?? 'AVAILABLE'
      },
      takeBackDeath: (patientId: string, body: RequestOf<typeof takeBackDeath>['body']) =>
        takenBack(api(takeBackDeath, { params: { id: patientId }, body })),
      edit: (
        { id, version }: { id: string; version: number },
        body: RequestOf<typeof editAdmission>['body'],
      ) => ofAdmission(api(editAdmission, { params: { id }, body }, { version })),
      recordAcuity: (
        admissionId: string,
        body: RequestOf<typeof recordAcuity>['body'],
        idempotencyKey: string,
      ) => ofAdmission(api(recordAcuity, { params: { id: admissionId }, body }, { idempotencyKey })),
    }
  }, [queryClient])
}
