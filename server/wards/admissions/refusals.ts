import {
  type Admission,
  admittedAtMostYearsAgo,
  dischargePatient,
  editAdmission,
  signDischargeSummary,
  takeBackDeath,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import { type Bed, changeBed } from '../../../contract/wards/beds.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import type { EditedKind } from '../../ground/records/record.ts'
import { sexRuleRefusal } from '../beds/public.ts'
import { admissionById } from './queries.ts'

export const admission: EditedKind<Admission> = {
  called: 'this admission',
  gone: 'This admission does not exist.',
  read: admissionById,
  changedBy: [
    editAdmission,
    transferPatient,
    dischargePatient,
    signDischargeSummary,
    changeBed,
    takeBackDeath,
  ],
  audited: ['status', 'bedId', 'doctorId', 'diagnosis', 'expectedDischargeDate', 'notes'],
}

/** The bed that a request names for a patient to lie in. */
export function chosenBed(bed: Bed | undefined): Bed {
  if (!bed) throw invalidField('bedId', 'This bed doesn’t exist or has been removed.')
  return bed
}

/** Says a violated constraint in terms of the doctor under whom a patient is to be. */
export function doctorRefusal(error: unknown): unknown {
  return violatedConstraint(error) === 'admission_needs_active_doctor'
    ? invalidField('doctorId', 'This doctor can’t be chosen. Choose another.')
    : error
}

export function closed(): Refusal {
  return new Refusal('admission_closed', 'The patient has already been discharged.')
}

/** Moving a patient from a bed that they have left would undo a colleague's transfer. */
export function movedMeanwhile(to: Bed | undefined): Refusal {
  const message = `The patient was just moved to ${to?.bedNumber ?? 'another bed'}.`
  return new Refusal('conflict', message, { errors: [{ path: 'fromBedId', message }] })
}

/** The bed was there when it was chosen, and is in maintenance or gone by now. */
export function unusable({ bedNumber }: Bed): Refusal {
  const sentence = `Bed ${bedNumber} can’t be used: it is in maintenance or has been removed.`
  return new Refusal('bed_not_available', sentence, { errors: [{ path: 'bedId', message: sentence }] })
}

/** Says a violated constraint in terms of a patient who is to lie in a bed. */
export function admissionRefusal(error: unknown, bed: Bed): unknown {
  const name = `Bed ${bed.bedNumber}`
  switch (violatedConstraint(error)) {
    case 'stay_one_per_bed': {
      const sentence = `${name} is taken by another patient. Choose another bed.`
      return new Refusal('bed_occupied', sentence, { errors: [{ path: 'bedId', message: sentence }] })
    }
    case 'stay_open_needs_usable_bed':
    case 'stay_bed_id_fkey':
      return unusable(bed)
    case 'admission_one_active_per_patient': {
      const sentence = 'The patient is already in a bed. Transfer them instead.'
      return new Refusal('patient_already_admitted', sentence, {
        errors: [{ path: 'patientId', message: sentence }],
      })
    }
    case 'admission_one_at_a_time': {
      const sentence = 'The patient was in the hospital at that time already. Enter a later time.'
      return new Refusal('patient_already_admitted', sentence, {
        errors: [{ path: 'admissionDate', message: sentence }],
      })
    }
    case 'admission_within_memory':
      return invalidField('admissionDate', `Enter a time in the last ${admittedAtMostYearsAgo} years`)
    case 'admission_after_birth':
      return invalidField('admissionDate', 'The admission can’t be before the patient’s birth')
    case 'admission_patient_id_fkey':
      return invalidField('patientId', 'This patient’s record doesn’t exist or has been removed.')
    case 'admission_active_needs_patient': {
      const sentence = 'This patient’s record was removed, or the patient has died.'
      return new Refusal('patient_deceased', sentence, { errors: [{ path: 'patientId', message: sentence }] })
    }
    case 'stay_sex_rule_has_reason':
      return sexRuleRefusal(error, 'this patient')
    default:
      return doctorRefusal(error)
  }
}

/** Says a violated constraint in terms of a summary that is to be signed. */
export function summaryRefusal(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'admission_summary_after_discharge':
      return new Refusal('not_discharged', 'The patient is still admitted. Discharge them first.')
    case 'admission_summary_signed_once':
      return new Refusal('summary_signed', 'The discharge summary has already been signed.')
    default:
      return error
  }
}

/** Says a violated constraint in terms of a patient who leaves. */
export function leavingRefusal(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'stay_ends_after_start':
    case 'admission_discharged_after_admission':
      return invalidField('dischargeDate', 'The discharge can’t be before the patient came to this bed')
    case 'appointment_open_needs_current_patient':
      return new Refusal('conflict', 'An appointment was just booked for this patient. Try again.')
    default:
      return error
  }
}
