import { answeredChanges } from './answered-changes.ts';
import { askedChanges } from './asked-changes.ts';
import type { NamedChange } from './named-change.ts';
import { operationChanges } from './operation-changes.ts';
import { settingChanges } from './setting-changes.ts';

/** Every change of the catalogue, by what it changes. */
export const changeCatalogue: Readonly<Record<string, readonly NamedChange[]>> = {
  'The schema, where it is asked': askedChanges,
  'The schema, where it answers': answeredChanges,
  'The operation': operationChanges,
  Settings: settingChanges,
};
