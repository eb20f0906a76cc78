// No dialog in this file is about a patient.
import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OnlineBooking } from '../../../contract/front-desk/online-bookings.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { refusedAct } from '../../ground/records/failures.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { formatDay, fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { PatientIdentityLine, PatientPicker, patientListQuery } from '../../people/patients/public.ts'
import { useBookingAnswers } from './queries.ts'
import { bookerName, bookingWords } from './words.ts'

/** Patients with the booker's name who are offered at once; the search finds the others. */
const shownAtOnce = 5

/**
 * Finds the patient of a booking from home. It shows what the booker typed, so that the desk compares it with the record:
 * anybody can type any name.
 */
export function MatchDialog({
  booking,
  registered,
  onClose,
}: {
  booking: OnlineBooking
  /** A patient who was just registered for it. */
  registered: string | undefined
  onClose: () => void
}) {
  const { match } = useBookingAnswers()
  const mayRegister = useMay()('patient.edit')
  const [patientId, setPatientId] = useState<string | null>(registered ?? null)
  const found = useQuery(patientListQuery({ search: bookerName(booking), limit: shownAtOnce }))
  const alike = found.data?.items ?? []
  const who = bookerName(booking)

  async function send() {
    if (!patientId) throw new Error('Choose the patient first, or register a new one.')
    const booked = await match(booking.id, patientId).catch((error: unknown) => {
      throw new Error(refusedAct(error, 'Not booked'), { cause: error })
    })
    onClose()
    toast.success(`${fullName(booked.patient)} is booked`, { detail: bookingWords(booking) })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Find the patient for ${who}`}
      confirmLabel="Book the appointment"
      busyLabel="Booking…"
      danger={false}
      onConfirm={send}
    >
      <Stack gap="md">
        <div>
          <Text fw={600}>
            <bdi>{bookingWords(booking)}</bdi>
          </Text>
          <Text size="sm">
            <bdi>{who}</bdi>, born {formatDay(booking.dateOfBirth)} · <bdi dir="ltr">{booking.phone}</bdi> ·{' '}
            <bdi>{booking.email}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            As they typed it. Compare it with the record before you book.
          </Text>
        </div>
        {found.isError ? (
          <Text size="sm" role="alert">
            Patients with this name could not be looked up. Search for them below.
          </Text>
        ) : (
          alike.length > 0 && (
            <Radio.Group
              label="Patients with a name like this"
              value={alike.some(({ id }) => id === patientId) ? patientId : null}
              onChange={setPatientId}
            >
              <Stack gap="xs" mt={4}>
                {alike.map((patient) => (
                  <Radio
                    key={patient.id}
                    value={patient.id}
                    label={<PatientIdentityLine patient={patient} withContact found={patient.found} />}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )
        )}
        <PatientPicker
          label={alike.length > 0 ? 'Or another patient' : 'Patient'}
          value={patientId}
          onChange={setPatientId}
        />
        {mayRegister && (
          <div>
            <ButtonLink
              to="/patients/new"
              search={{
                called: `${booking.lastName}, ${booking.firstName}`,
                born: booking.dateOfBirth,
                phone: booking.phone,
                email: booking.email,
                booking: booking.id,
              }}
              variant="default"
            >
              Register as a new patient
            </ButtonLink>
          </div>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

export function DeclineDialog({ booking, onClose }: { booking: OnlineBooking; onClose: () => void }) {
  const { decline } = useBookingAnswers()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Decline the booking of ${bookerName(booking)}?`}
      danger
      confirmLabel="Decline"
      busyLabel="Declining…"
      onConfirm={async () => {
        await decline(booking.id).catch((error: unknown) => {
          throw new Error(refusedAct(error, 'Not declined'), { cause: error })
        })
        onClose()
        toast.success(`The booking of ${bookerName(booking)} was declined`)
      }}
    >
      <Text size="sm">
        <bdi>{bookingWords(booking)}</bdi>
      </Text>
      <Text size="sm" mt="xs">
        The place can then be booked by others. <bdi>{bookerName(booking)}</bdi> is told by e-mail, and can
        phone you.
      </Text>
    </ConfirmDialog>
  )
}
