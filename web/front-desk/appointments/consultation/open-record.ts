import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The patient of the record was called in a moment ago. */
    isCalled?: boolean
  }
}

/** Opens the record of a patient who was called in. */
export function useOpenRecord(): (called: Appointment) => void {
  const navigate = useNavigate()
  return ({ patientId }) =>
    void navigate({ to: '/patients/$id', params: { id: patientId }, search: {}, state: { isCalled: true } })
}

/** Whether the record was opened by calling the patient in: the doctor then goes on with the note. */
export function useIsCalled(): boolean {
  return useLocation({ select: ({ state }) => state.isCalled ?? false })
}
