import { Box, Button, Group, Textarea, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Milliseconds for which the button says 'Copied'. */
const said = 3_000

/** A text to take along: it can be copied, but not changed. */
export function CopyField({
  label,
  description,
  text,
  copyLabel,
  isTyped = false,
}: {
  label: ReactNode
  description?: ReactNode
  text: string
  /** 'Copy link' */
  copyLabel: string
  /** It is also read, and typed somewhere else: all of it is to be seen. */
  isTyped?: boolean
}) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const Field = isTyped ? Textarea : TextInput
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), said)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(pressed: HTMLElement) {
    box.current?.select()
    const isDone = await isCopied(text)
    setOutcome(isDone ? 'copied' : 'refused')
    // The selected text has the focus: for who copies it by hand alone.
    if (isDone) pressed.focus()
  }

  return (
    <div>
      <Field
        ref={box}
        {...(isTyped && { autosize: true })}
        label={label}
        description={description}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        inputContainer={(input) => (
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <Box flex={1} miw={0}>
              {input}
            </Box>
            <Button
              variant="default"
              leftSection={
                outcome === 'copied' ? (
                  <IconCheck size={16} aria-hidden="true" />
                ) : (
                  <IconCopy size={16} aria-hidden="true" />
                )
              }
              flex="none"
              onClick={({ currentTarget }) => void copy(currentTarget)}
            >
              {outcome === 'copied' ? 'Copied' : copyLabel}
            </Button>
          </Group>
        )}
      />
      <span role="status" className={outcome === 'refused' ? undefined : 'sr-only'}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' &&
          'This browser doesn’t let Lantern copy. The text is selected: press Ctrl and C.'}
      </span>
    </div>
  )
}

/** Without TLS, as in some hospitals' own networks, the browser can copy only a selection. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return document.execCommand('copy')
  }
}
