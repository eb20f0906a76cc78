import type { Permission } from '../permissions.ts'

interface TimelineKindOf {
  /** By their names in `timeline.ts`. */
  events: readonly string[]
  /** Without it they are neither read nor asked for. */
  permission: Permission
  /** The scope of their live changes: `<scope>:<patient id>`. */
  scope: string
}

/** The kinds by which a timeline can be filtered. */
export const timelineKinds = {
  visits: { events: ['visit'], permission: 'appointment.view', scope: 'patient-appointments' },
  stays: {
    events: ['admission', 'transfer', 'discharge'],
    permission: 'bed.view',
    scope: 'patient-admissions',
  },
  vitals: { events: ['vitals'], permission: 'clinical.view', scope: 'patient-vitals' },
  medications: {
    events: ['prescription', 'stop', 'issue', 'return'],
    permission: 'clinical.view',
    scope: 'patient-medications',
  },
  notes: { events: ['note'], permission: 'clinical.view', scope: 'patient-notes' },
  allergies: { events: ['allergy'], permission: 'patient.view', scope: 'patient-allergies' },
  problems: { events: ['problem', 'resolution'], permission: 'clinical.view', scope: 'patient-problems' },
} as const satisfies Record<string, TimelineKindOf>
export type TimelineKind = keyof typeof timelineKinds
export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[]
