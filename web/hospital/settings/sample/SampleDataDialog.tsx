// No dialog in this file is about a patient.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { registerPatient } from '../../../../contract/people/registration.ts'
import { addInventoryItem } from '../../../../contract/store/items.ts'
import { addBed } from '../../../../contract/wards/beds.ts'
import { ApiError, api } from '../../../ground/client/api.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { sampleBeds, sampleItems, sampleName, samplePatients } from './sample-data.ts'

/** The codes for records that exist already, which stay as they are. */
const present = ['bed_number_taken', 'inventory_item_name_taken']

const beds = countOf(sampleBeds.length, 'bed')
const patients = countOf(samplePatients.length, 'patient')

/** Beds, stock and patients for a hospital that wants to look around before it begins. */
export function SampleDataDialog({ onClose }: { onClose: () => void }) {
  const items = sampleItems(useToday())
  // Pressed again after a failure, it adds what is missing and nothing twice.
  const [keys] = useState(() => [...sampleBeds, ...items, ...samplePatients].map(() => newAttemptKey()))

  async function add() {
    // The patients last: with the first of them the step is done.
    const calls = [
      ...sampleBeds.map((body) => (options: object) => api(addBed, { body }, options)),
      ...items.map((body) => (options: object) => api(addInventoryItem, { body }, options)),
      ...samplePatients.map((body) => (options: object) => api(registerPatient, { body }, options)),
    ]
    for (const [index, call] of calls.entries()) {
      await call({ idempotencyKey: keys[index] }).catch((error: unknown) => {
        if (!(error instanceof ApiError && present.includes(error.problem.code))) throw error
      })
    }
    onClose()
    toast.success('Sample data added')
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Add sample data?"
      danger={false}
      confirmLabel="Add sample data"
      busyLabel="Adding…"
      onConfirm={add}
    >
      <Text>
        {beds}, {countOf(items.length, 'item')} of stock and {patients} are added. Every sample patient’s last
        name is {sampleName}.
      </Text>
      <Text mt="xs">
        Delete them one by one when you no longer need them. Their entries in the audit log stay.
      </Text>
    </ConfirmDialog>
  )
}
