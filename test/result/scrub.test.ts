import { describe, expect, it } from 'vitest';
import { scrubExtensions, scrubMessage } from '../../src/result/scrub.ts';

describe('scrubMessage', () => {
  it.each([
    ['Boom\n    at Object.run (/app/src/film.js:12:3)\n    at next (node:internal)', 'Boom'],
    ['Boom\n    at async run (file:///app/x.mjs:1:1)', 'Boom'],
    ['Oops\n\tat com.example.Film.load(Film.java:12)\n\tat java.base/x', 'Oops'],
    ['Bad\nTraceback (most recent call last):\n  File "/app/x.py", line 3, in f', 'Bad'],
    ['Fail\n  File "/srv/x.py", line 12, in resolve\n    raise', 'Fail'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED [address]'],
    ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED [address]'],
    ['getaddrinfo ENOTFOUND db.prod', 'getaddrinfo ENOTFOUND [address]'],
    ['request to http://films-api:8080/graphql failed', 'request to [address] failed'],
    ['cannot reach https://films.svc.cluster.local/x', 'cannot reach [address]'],
    ['cannot reach redis://user:pass@cache.example.com/0', 'cannot reach [address]'],
    ['http://10.0.0.3/admin is down', '[address] is down'],
    ['host db.internal is down', 'host [address] is down'],
    ['localhost:3000 is down', '[address] is down'],
    ['at [fe80::1]:80', 'at [address]'],
    ['ENOENT: no such file, open /var/app/secrets.json', 'ENOENT: no such file, open [path]'],
    ['Cannot find module ./src/resolvers/film.ts:3', 'Cannot find module [path]'],
    [String.raw`open C:\inetpub\app\web.config failed`, 'open [path] failed'],
    ['Bearer abcdefghijklmnopqrstuvwxyz is expired', 'Bearer [token] is expired'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln malformed', 'jwt [token] malformed'],
    ['dial fe80::1 failed', 'dial [address] failed'],
    ['dial fe80::1%eth0 failed', 'dial [address] failed'],
    ['dial 2001:db8:0:0:0:0:0:1, again', 'dial [address], again'],
    ['dial ::1 failed', 'dial [address] failed'],
    [String.raw`open \\fileserver\share\x failed`, 'open [path] failed'],
    ['key ghp_0123456789abcdefABCDEF0123456789abcd', 'key [token]'],
    ['key github_pat_11ABCDEFG0123456789_abcdef', 'key [token]'],
    ['key AKIAIOSFODNN7EXAMPLE', 'key [token]'],
    [`key ${'xoxb'}-1234567890-abcdefghij`, 'key [token]'],
    ['key AIzaSyA-0123456789abcdefghijklmnopqrstu', 'key [token]'],
    [`key ${'sk'}_live_0123456789abcdefghijkl`, 'key [token]'],
    ['no login with password=hunter2 here', 'no login with password=[secret] here'],
    ['no login with pwd:hunter2', 'no login with pwd:[secret]'],
    ['Server=db;Password=hunter2;x', 'Server=db;Password=[secret];x'],
    ['{"secret":"a b"}', '{"secret":[secret]}'],
    ['x-api-key: k3yk3yk3y is not known', 'x-api-key: [secret] is not known'],
    ['dbPassword: "a b" was wrong', 'dbPassword: [secret] was wrong'],
    ['secret=s3 and api_key = k', 'secret=[secret] and api_key = [secret]'],
    ['cookie: session=abc; other=1', 'cookie: [secret]'],
    ['key -----BEGIN PRIVATE KEY-----\nMIIE\n', 'key [secret]'],
    ['key -----BEGIN RSA PRIVATE KEY-----\nMIIE\n', 'key [secret]'],
    ['a\u001B[31mred\u001B[0m b\u0000c', 'ared b c'],
    ['txt\u202Eexe\u2066', 'txtexe'],
    ['insert into "users" ("mail") values ($1) - duplicate key value', 'duplicate key value'],
    ['select * from t where id = $1 - relation "t" does not exist', 'relation "t" does not exist'],
    ['boom at com.acme.Foo.bar(Foo.java:12) at com.acme.Main.main(Main.java:3)', 'boom'],
    ['Boom\n   at Acme.Films.Get(String id) in /src/Films.cs:line 12', 'Boom'],
    ['Boom\ngoroutine 1 [running]:\nmain.main()', 'Boom'],
    ['Boom\nstack backtrace:\n   0: std::panicking::begin_panic', 'Boom'],
    ['Boom\n#0 /var/www/film.php(12): load()\n#1 {main}', 'Boom'],
    ["thread 'main' panicked at src/main.rs:5:10", "thread 'main' panicked at [path]"],
    ['open /config/app/base failed', 'open [path] failed'],
    ['open /nix/store/abc failed', 'open [path] failed'],
    ['open /Library/Keys/x failed', 'open [path] failed'],
    ['open /Volumes/disk/x failed', 'open [path] failed'],
    ['open /storage/emulated failed', 'open [path] failed'],
    ['open ~/.ssh/id_rsa failed', 'open [path] failed'],
    ['open C:/Users/ann/x failed', 'open [path] failed'],
    ['open ./config/database.yml failed', 'open [path] failed'],
    ['died in /data/app/Films.pm line 12', 'died in [path] line 12'],
    ['cannot reach db.acme.io:5432', 'cannot reach [address]'],
    [
      "Can't reach database server at `db.prod-eu.acme.io`:`5432`",
      "Can't reach database server at `[address]`:`5432`",
    ],
    ['lost redis-7f9c.cache.amazonaws.com', 'lost [address]'],
    ['lost jdbc:postgresql://pg.acme.io/films?user=a', 'lost jdbc:[address]'],
    ['key sk-proj-0123456789abcdef', 'key [token]'],
    ['key glpat-0123456789abcdef', 'key [token]'],
    ['key npm_0123456789abcdef', 'key [token]'],
    ['key hf_0123456789abcdef', 'key [token]'],
    ['key SG.0123456789.abcdef', 'key [token]'],
    ['key ya29.0123456789abcdef', 'key [token]'],
    ['secret key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE9Key', 'secret key [token]'],
    ['Bearer abc123 is expired', 'Bearer [token] is expired'],
    ['AccountKey=abc+/=; x', 'AccountKey=[secret]; x'],
    ['no column\nLINE 1: SELECT secret_col FROM films_private', 'no column\n[sql]'],
    ['in SELECT "a" FROM "films" WHERE 1', 'in [sql]'],
    ['Key (email)=(bob@corp.example) already exists.', 'Key (email)=([value]) already exists.'],
    ['Failing row contains (1, bob).', 'Failing row contains [values].'],
    ['No\u200B film\u{E0041}\u{E007F} \u2060there\u2800\uFEFF', 'No film there'],
  ])('scrubs %j to %j', (message, expected) => {
    expect(scrubMessage(message)).toBe(expected);
  });

  it.each([
    'No film has the id "9".',
    'See https://shopify.dev/api/usage/rate-limits',
    'Use 1 and/or 2, at 10:30, version 1.2.3, 50/50',
    'Field "a/b" at /films/0/title must not be empty',
    'Select a film - then rate it',
    'Update failed at step 3 (see notes)',
    'Look at Alien (1979)',
    'The token is invalid',
    'The password: must have 8 characters',
    'password: 8 characters or more',
    'Your password is too short, and the secret was not given',
    'Missing cookie: session',
    'A cookie is small; cookies are many',
    'Ruby says Film::Error, C++ std::string, dead::beef',
    'From 10:30:15 to 11:30:45, a ratio of 1:2:3',
    'Film ids look like sk_1 or gh_1',
    'One\n\ttwo – naïve 😀 שלום',
    'Error: name taken\n at least 3 letters needed',
    'Version 1.2.3.4 is not supported',
    'See https://status.example.com:8443/help',
    'The game is secret=santa',
    'Use basic authentication',
    'Invalid at /data/attributes/title and /data/0/name',
    'No film with the id R2lkOi8vc2hvcC9GaWxtLzEyMzQ1',
    'The field input.film.title of com.acme.Film is required',
    'Give id:1234 or year:2024',
    'SELECT one of the moods',
  ])('keeps %j', (message) => {
    expect(scrubMessage(message)).toBe(message);
  });

  it('removes the host of the API', () => {
    expect(scrubMessage('POST https://api.example.com/graphql: 500', ['api.example.com'])).toBe(
      'POST https://[address]/graphql: 500',
    );
    expect(scrubMessage('getaddrinfo of API.Example.com', ['api.example.com'])).toBe(
      'getaddrinfo of [address]',
    );
    expect(scrubMessage('apixexample.com', ['api.example.com'])).toBe('apixexample.com');
  });

  it('cuts to a thousand characters between characters', () => {
    expect(scrubMessage('x'.repeat(2_000))).toBe(`${'x'.repeat(999)}…`);
    expect(scrubMessage(`${'x'.repeat(998)}😀😀`)).toBe(`${'x'.repeat(998)}…`);
  });

  it('takes linear time', () => {
    for (const unit of [
      'a/',
      ' at x',
      '/app',
      'a.',
      '1.1.1.',
      'select ',
      'http://a',
      '[:',
      'x-',
      'a:',
      '1::',
      'fe80:',
      '\\\\a\\',
      'password=',
      'cookie:',
      'ghp_',
      '-----BEGIN ',
      '\u001B[',
      '\n',
      ' ',
      'api_key ',
      '+',
      '-',
      '@',
      'a1+',
      'eyJaaaaaaaa-',
      '-eyJ',
      'secret="secret=',
      'SELECT ',
      'LINE 1: ',
      'Key (a)=(',
      'at a.b',
      '\nat a.b',
      '\u200B',
    ]) {
      expect(scrubMessage(unit.repeat(5_000)).length).toBeLessThanOrEqual(1_000);
    }
  });
});

describe('scrubExtensions', () => {
  it('removes debugging members at every depth', () => {
    const extensions = {
      code: 'X',
      stacktrace: ['a'],
      exception: { stacktrace: ['a'] },
      debugMessage: 'x',
      originalError: { message: 'x' },
      internal: { statement: 'select 1' },
      queryPlan: 'x',
      errorStack: 'x',
      detail: { sql: 'select 1', file: 'a.c', line: '12', routine: 'r', hint: 'Try id 7.' },
      http: { status: 500, headers: { authorization: 'x' } },
      response: { headers: {} },
      problems: [{ stack: 'x', name: 'n' }],
      url: 'http://10.0.0.1:80/x',
    };
    expect(scrubExtensions(extensions)).toEqual({
      code: 'X',
      detail: { hint: 'Try id 7.' },
      problems: [{ name: 'n' }],
      url: '[address]',
    });
  });

  it('removes secrets in keys and values', () => {
    const validation = {
      'http://10.0.0.1': 1,
      accessToken: 'hunter2',
      cookie: ['a=b'],
      password: 'too short',
    };
    expect(scrubExtensions({ validation })).toEqual({
      validation: {
        '[address]': 1,
        accessToken: '[secret]',
        password: 'too short',
        cookie: '[secret]',
      },
    });
  });

  it('keeps what is listed, and what the operator names', () => {
    const extensions = {
      code: 'X',
      retryAfter: 3,
      requestId: 'r-1',
      tenantHost: 'films-7',
      originalError: { message: ['a'], token: 'b' },
    };
    const listed = { code: 'X', retryAfter: 3, requestId: 'r-1' };
    expect(scrubExtensions(extensions)).toEqual(listed);
    expect(scrubExtensions(extensions, [], ['originalError'])).toEqual({
      ...listed,
      originalError: { message: ['a'], token: '[secret]' },
    });
  });

  it('returns undefined if nothing is left', () => {
    expect(scrubExtensions({ stacktrace: [] })).toBeUndefined();
  });

  it('keeps members named like members of prototypes', () => {
    const scrubbed = scrubExtensions(
      JSON.parse('{"fields":{"__proto__":{"a":1},"constructor":"c"}}') as object,
    );
    expect(JSON.stringify(scrubbed)).toBe('{"fields":{"__proto__":{"a":1},"constructor":"c"}}');
  });
});
