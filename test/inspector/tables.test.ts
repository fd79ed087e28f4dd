import { expect, expectTypeOf, test } from 'vitest'
import { DERIVED_TABLES, type NamedTable } from '../../inspector/tables.ts'
import type * as tables from '../../src/server/runtime/every-table.ts'
import { tableNames } from '../../src/server/runtime/tables.ts'

test('the inspector names only tables that exist', () => {
  expectTypeOf<NamedTable>().toExtend<keyof typeof tables>()
  expect(tableNames).toEqual(expect.arrayContaining([...DERIVED_TABLES]))
})
