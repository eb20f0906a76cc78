import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBed,
  IconDoorExit,
  IconNotes,
  IconPackage,
  IconPill,
  IconPillOff,
  IconStethoscope,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Allergy } from '../../../../contract/clinical/allergies.ts'
import type { TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import type { TimelineKind } from '../../../../contract/clinical/timeline-kinds.ts'
import { type AppointmentStatus, appointmentTypeNames } from '../../../../contract/front-desk/appointments.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { destinationNames } from '../../../../contract/wards/admissions.ts'
import { writtenAllergy } from '../../../clinical/allergies/public.ts'
import type { EntryTrace, EntryWords } from '../../../clinical/entries/public.ts'
import { writtenMedication } from '../../../clinical/medications/public.ts'
import { writtenProblem } from '../../../clinical/problems/public.ts'
import { NoteText } from '../../../clinical/visit-notes/public.ts'
import { News2Badge, scoreOf, WrittenVitals } from '../../../clinical/vitals/public.ts'
import { appointmentLooks, endedBecause } from '../../../front-desk/appointments/words.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { writtenIssue } from '../../../store/items/public.ts'
import { placeWords } from '../../../wards/beds-and-admissions/words.ts'

export const kindNames: Record<TimelineKind, string> = {
  visits: 'Visits',
  stays: 'Stays and transfers',
  vitals: 'Vital signs',
  medications: 'Medications',
  notes: 'Visit notes',
  allergies: 'Allergies',
  problems: 'Problems',
}

const visitTitles: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Appointment booked',
  IN_QUEUE: 'Arrived',
  IN_PROGRESS: 'Visit',
  COMPLETED: 'Visit',
  CANCELLED: 'Appointment cancelled',
}

interface EventWords {
  icon: TablerIcon
  /** 'Medication stopped' */
  title: string
  words?: EntryWords
  /** Instead of words, what says all by itself. */
  whole?: ReactNode
  /** For an entry: who recorded it, and when. */
  trace?: EntryTrace
}

export function eventWords(happened: TimelineEvent, patient: Patient, timeZone: string): EventWords {
  switch (happened.event) {
    case 'visit': {
      const { type, doctor, status, cancelReason } = happened.record
      const because = endedBecause(happened.record)
      return {
        icon: IconUserCheck,
        title: cancelReason === 'ADMITTED' ? 'Left the queue' : visitTitles[status],
        words: {
          what: (
            <>
              {appointmentTypeNames[type]} with <bdi>{doctorName(doctor)}</bdi>
            </>
          ),
          marks: <StatusBadge look={appointmentLooks[status]} />,
          details: [because && <bdi>{because}</bdi>],
        },
      }
    }
    case 'admission': {
      const { diagnosis, doctor } = happened.record
      return {
        icon: IconBed,
        title: 'Admitted',
        words: {
          what: diagnosis ? <bdi>{diagnosis}</bdi> : 'Diagnosis not recorded',
          details: [
            doctor && (
              <>
                Attending doctor: <bdi>{doctorName(doctor)}</bdi>
              </>
            ),
          ],
        },
      }
    }
    case 'transfer': {
      const { reason } = happened.record
      return {
        icon: IconArrowsExchange,
        title: 'Transferred',
        words: {
          what: <>To bed {placeWords(happened.record)}</>,
          details: [reason && <bdi>{reason}</bdi>],
        },
      }
    }
    case 'discharge': {
      const { destination, bed, summary, followUp, deathTakenBack } = happened.record
      return {
        icon: IconDoorExit,
        title: 'Discharged',
        words: {
          what: destination ? destinationNames[destination] : 'Discharged',
          details: [
            <>From bed {placeWords(bed)}</>,
            summary && <bdi>{summary}</bdi>,
            followUp && (
              <>
                Follow-up: <bdi>{followUp}</bdi>
              </>
            ),
            deathTakenBack && (
              <>
                The death was recorded in error: <bdi>{deathTakenBack.reason}</bdi> (
                <bdi>{deathTakenBack.by}</bdi>)
              </>
            ),
          ],
        },
      }
    }
    case 'vitals': {
      const scored = scoreOf(happened.record, patient.dateOfBirth, timeZone)
      return {
        icon: IconActivityHeartbeat,
        title: 'Vital signs',
        words: {
          what: <WrittenVitals set={happened.record} dateOfBirth={patient.dateOfBirth} />,
          isByOthers: happened.record.recordedAs !== 'doctor',
          marks: scored && <News2Badge scored={scored} />,
        },
        trace: happened.record,
      }
    }
    case 'note':
      return { icon: IconNotes, title: 'Visit note', whole: <NoteText note={happened.record} /> }
    case 'allergy':
      return {
        icon: IconAlertTriangle,
        title: allergyTitle(happened.record),
        words: writtenAllergy(happened.record),
        trace: happened.record,
      }
    case 'problem':
    case 'resolution':
      return {
        icon: IconStethoscope,
        title: happened.event === 'problem' ? 'Diagnosis recorded' : 'Problem resolved',
        words: writtenProblem(happened.record),
        trace: happened.record,
      }
    case 'prescription':
      return {
        icon: IconPill,
        title: happened.record.replacesId ? 'Medication changed' : 'Medication prescribed',
        words: writtenMedication(happened.record),
        trace: happened.record,
      }
    case 'stop':
      return {
        icon: IconPillOff,
        title: 'Medication stopped',
        words: writtenMedication(happened.record),
        trace: happened.record,
      }
    case 'issue':
    case 'return':
      return {
        icon: IconPackage,
        title: happened.event === 'issue' ? 'Issued from the store' : 'Returned to the store',
        words: writtenIssue(happened.record),
        trace: {
          ...happened.record,
          recordedBy: happened.record.recordedBy ?? 'Not recorded',
          struck: null,
        },
      }
  }
}

function allergyTitle({ isNoneKnown, certainty, replacesId }: Allergy): string {
  const what = isNoneKnown ? 'No known allergies' : 'Allergy'
  if (certainty === 'REPORTED') return `${what} reported`
  return `${what} ${replacesId ? 'confirmed or corrected' : 'recorded'}`
}
