import { Button } from '@mantine/core'
import { IconZoomQuestion } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldError } from '../../../contract/api/errors.ts'
import { ApiError } from '../../ground/client/api.ts'
import { AttentionPanel } from '../../ground/ui/page/AttentionPanel.tsx'

type Typed = Readonly<Record<string, unknown>>

interface Asked {
  /** As they stood in the form. */
  values: Typed
  questions: readonly FieldError[]
}

/** Asks about what is unlikely, once the server has held it back. What is typed instead is asked about again. */
export function useUnlikely() {
  const [asked, setAsked] = useState<Asked>()
  const meant = useRef<Record<string, unknown>>({})
  return {
    asked,
    /** Those fields whose values were meant, and still stand there. */
    evenIf: <Name extends string>(names: readonly Name[], values: Typed) =>
      names.filter((name) => Object.hasOwn(meant.current, name) && meant.current[name] === values[name]),
    /** Whether an error is this question. */
    holdsBack(error: Error, values: Typed): boolean {
      if (!(error instanceof ApiError) || error.problem.code !== 'value_unlikely') return false
      setAsked({ values, questions: error.problem.errors ?? [] })
      return true
    },
    mean({ questions, values }: Asked) {
      for (const { path } of questions) meant.current[path] = values[path]
    },
  }
}

export function UnlikelyQuestion({
  of: { asked, mean },
  values,
  busy,
  onMeant,
}: {
  of: ReturnType<typeof useUnlikely>
  /** The form's values. */
  values: Typed
  busy: boolean
  onMeant: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const stands = asked?.questions.every(({ path }) => asked.values[path] === values[path]) ?? false
  useEffect(() => {
    // Each attempt that is held back moves the focus here.
    if (asked && stands) box.current?.focus()
  }, [asked, stands])

  if (!asked || !stands) return null
  return (
    <AttentionPanel
      ref={box}
      title="Check before saving"
      icon={<IconZoomQuestion size={18} aria-hidden="true" />}
    >
      {asked.questions.map(({ path, message }) => (
        <p key={path}>{message}</p>
      ))}
      <Button
        variant="default"
        mt="sm"
        aria-busy={busy}
        onClick={() => {
          mean(asked)
          onMeant()
        }}
      >
        Save as typed
      </Button>
    </AttentionPanel>
  )
}
