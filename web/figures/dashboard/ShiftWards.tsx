// No dialog in this file is about a patient.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shift } from '../../../contract/people/shifts.ts'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { formatHours } from '../../ground/ui/format.ts'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { shiftsQuery } from '../../people/shifts/public.ts'
import { useWardChoice } from '../../wards/beds-and-admissions/public.ts'
import { placeOf, useSaveWard } from './my-ward.ts'

/** One's usual ward, and those of the shifts in which it is another. Each choice is saved at once. */
export function ShiftWards({ onClose }: { onClose: () => void }) {
  const query = useQuery(shiftsQuery)
  const { failure } = rowsOf(query, 'The shifts could not be loaded', query.data)
  return (
    <DialogFrame title="Your wards by shift" onClose={onClose}>
      <Stack>
        <Text c="dimmed">
          In a shift, its ward opens first, and you are notified of its high NEWS2 scores. You can always open
          and work on other wards.
        </Text>
        <UsualWard />
        {failure && <ErrorState title={failure.title} error={failure.error} onRetry={failure.retry} />}
        {query.data?.map((shift) => (
          <WardOfShift key={shift.id} shift={shift} />
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </DialogFrame>
  )
}

function UsualWard() {
  const me = useMe()
  const save = useSaveWard()
  const shown = (save.isPending && save.variables.place) || placeOf(me)
  const { choices, value, onChange } = useWardChoice(shown, (place) => save.mutate({ place }))
  return <Choice label="Usual ward" data={choices} value={value} onChange={onChange} />
}

const usual = 'USUAL'

function WardOfShift({ shift }: { shift: Shift }) {
  const { shiftWards } = useMe()
  const save = useSaveWard()
  const own = shiftWards.find(({ shiftId }) => shiftId === shift.id)
  const saved = own && placeOf(own)
  const shown = save.isPending ? save.variables.place : saved
  const { choices, value, onChange } = useWardChoice(
    shown ?? placeOf({ ward: null, unitId: null }),
    (place) => save.mutate({ shiftId: shift.id, place }),
  )
  return (
    <Choice
      label={<bdi>{shift.name}</bdi>}
      description={formatHours(shift)}
      data={[{ value: usual, label: 'Usual ward' }, ...choices]}
      value={shown ? value : usual}
      onChange={(chosen) => (chosen === usual ? save.mutate({ shiftId: shift.id }) : onChange(chosen))}
    />
  )
}
