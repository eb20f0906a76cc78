import { queryOptions } from '@tanstack/react-query'
import { readPatientPhoto } from '../../../../contract/people/patient-photos.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { type CallOptions, call } from '../../../ground/client/api.ts'

export type Photographed = Pick<Patient, 'id' | 'photoMark' | 'firstName' | 'lastName'>

export interface ShownPhoto {
  /** A data URL. */
  url: string
  takenAt: string
}

export async function photoOf(id: string, options: CallOptions): Promise<ShownPhoto> {
  const answer = await call(readPatientPhoto, { params: { id } }, options)
  const url = await dataUrlOf(await answer.blob())
  return { url, takenAt: new Date(answer.headers.get('last-modified') ?? 0).toISOString() }
}

/** The photo that a patient's record names. Another photo has another mark, so it is read once. */
export function photoQuery({ id, photoMark }: Pick<Photographed, 'id' | 'photoMark'>) {
  return queryOptions({
    queryKey: ['patient-photo', id, photoMark],
    queryFn: ({ signal }) => photoOf(id, { signal }),
    enabled: photoMark !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The photo could not be read.')))
    reader.readAsDataURL(picture)
  })
}
