import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImportKind } from '../../../../contract/people/imports/imports.ts'
import { saveFile } from '../../../ground/client/save-file.ts'
import { sampleFile, sampleFileName } from './sample-file.ts'

/** Downloads a file of a few made-up records, to see which columns an import knows. */
export function SampleFileButton({ kind, ...look }: ButtonProps & { kind: ImportKind }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => saveFile(sampleFile(kind), sampleFileName(kind))}
      {...look}
    >
      Sample File
    </Button>
  )
}
