/**
 * Names of an error's `extensions` that agents need; all others are dropped, unless
 * `keepExtensions` names them.
 */
export function isUsefulExtension(name: string): boolean {
  const folded = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return useful.has(folded);
}

const useful: ReadonlySet<string> = new Set(
  [
    // what kind of failure it is
    'code codes classification type errortype errorinfo errorcode errcode reason reasons category status statuscode severity',
    // which input it concerns
    'argument arguments argumentname argumentnames field fields fieldname fieldnames property input path typename',
    // what is wrong with it
    'detail details hint hints message messages errors problems explanation constraint constraints validation validationerrors violations invalidargs issues usererror userpresentablemessage',
    // when to call again
    'retryafter retryafterseconds retryinseconds retryable limit remaining resetat reset cost maxcost complexity maxcomplexity maximumcomplexity',
    // what to report, and where to read more
    'reference errorid requestid traceid correlationid incidentid eventid errorinstanceid documentation helpurl url',
    // what is missing
    'requiredaccess requiredscope requiredscopes scope scopes permission permissions',
  ].flatMap((line) => line.split(' ')),
);
