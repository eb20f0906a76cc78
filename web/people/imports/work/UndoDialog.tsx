// No dialog in this file is about a patient.
import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { ImportBatch } from '../../../../contract/people/imports/imports.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { kindWords } from '../kind-words.ts'
import { useImportActions } from '../queries.ts'

/** Asks before the records of an import are removed: the number of them is typed, so that it is read. */
export function UndoDialog({ batch, onClose }: { batch: ImportBatch; onClose: () => void }) {
  const { act } = useImportActions()
  const { imported } = batch.counts
  const { one, many, undo: undone } = kindWords[batch.kind]
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string>()
  const undo = useMutation({ mutationFn: () => act('undo', batch.id), onSuccess: onClose })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (undo.isPending) return
    if (typed.replaceAll(/[\s,.]/g, '') === String(imported)) undo.mutate()
    else setMistake('This is another number')
  }

  return (
    <DialogFrame title="Undo this import?" size="md" isQuestion onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Text>
          {countOf(imported, one, many)} from <bdi>{batch.fileName}</bdi> {undone}
        </Text>
        <TextInput
          label={`Type ${imported} to confirm`}
          description={`The number of ${many} that were imported`}
          mt="md"
          autoComplete="off"
          inputMode="numeric"
          data-autofocus
          value={typed}
          error={mistake}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setMistake(undefined)
          }}
        />
        {undo.isError && (
          <Alert color="red" role="alert" mt="md">
            {refusedAct(undo.error, 'Nothing was undone')}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" aria-busy={undo.isPending}>
            {undo.isPending ? 'Starting…' : 'Undo this import'}
          </Button>
        </Group>
      </form>
    </DialogFrame>
  )
}
