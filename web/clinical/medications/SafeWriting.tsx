import { Button } from '@mantine/core'
import { type UnsafeWriting, unsafeWords, written } from '../../../contract/clinical/abbreviations.ts'
import classes from './Medications.module.css'

/** Below a field: what in it is read wrong, and the safe form to put in its place. */
export function SafeWriting({
  text,
  find,
  onWrite,
}: {
  text: string
  find: (text: string) => UnsafeWriting | undefined
  onWrite: (text: string) => void
}) {
  const unsafe = find(text)
  if (!unsafe) return null
  return (
    <div className={classes.safe} role="status">
      <span>{unsafeWords(unsafe)}.</span>
      {unsafe.safe.map((safe) => (
        <Button
          key={safe}
          size="compact-sm"
          variant="default"
          onClick={() => onWrite(written(text, unsafe, safe))}
        >
          Write “{safe}”
        </Button>
      ))}
    </div>
  )
}
