import { Button } from '@mantine/core'
import { useRef } from 'react'

/** A button that lets the user choose a picture; with `capture` a phone opens its camera instead. */
export function FileChoice({
  label,
  name,
  capture,
  isFirst = false,
  onChoose,
}: {
  label: string
  /** For programs that set the file. */
  name: string
  capture?: 'environment'
  isFirst?: boolean
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture={capture}
        aria-label={name}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          // Browsers say nothing of a file that was chosen before, which may be another picture by now.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        onClick={() => input.current?.click()}
        {...(isFirst && { 'data-autofocus': true })}
      >
        {label}
      </Button>
    </>
  )
}
