// No dialog in this file is about a patient.
import { Text } from '@mantine/core'
import type { OnlineBooking } from '../../../contract/front-desk/online-bookings.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useBookingAnswers } from './queries.ts'
import { bookerName, bookingWords } from './words.ts'

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
