/**
 * The kinds of tool calls: looking at one thing or for many, changing a file, running a program,
 * asking the user, planning, or anything else.
 */
export type ToolKind = (typeof toolKindNames)[number];

/** The names of all kinds. */
export const toolKindNames = ['read', 'search', 'change', 'run', 'ask', 'plan', 'other'] as const;

/** Tells whether a value is the name of a kind. */
export function isToolKind(kind: unknown): kind is ToolKind {
  return (toolKindNames as readonly unknown[]).includes(kind);
}

/**
 * The tools of public agents and the words that tools are named by, as data: names without case and
 * punctuation. A verb (English, as tool names are) decides only where no known name and no shape does.
 */
export const knownTools: Readonly<Record<Exclude<ToolKind, 'other'>, readonly string[]>> = {
  read: 'read readfile readmanyfiles readfiles view viewfile open openfile cat getfile notebookread viewimage bashoutput readmcpresource listmcpresources webfetch fetch readagain historyexpand memoryrecall memoryget'.split(
    ' ',
  ),
  search:
    'grep glob ls search searchfiles searchfilecontent searchfile searchdir find findfile findfiles listfiles listdir listdirectory listcodedefinitionnames codebasesearch filesearch grepsearch websearch toolsearch historysearch memorysearch'.split(
      ' ',
    ),
  change:
    'edit multiedit write writefile writetofile replace replaceinfile applypatch applydiff patch create createfile strreplace strreplaceeditor strreplacebasededittool strreplacefile insert insertcontent notebookedit searchreplace searchandreplace editfile deletefile undoedit editor'.split(
      ' ',
    ),
  run: 'bash shell exec execcommand execbash executebash runcommand runshellcommand runterminalcmd runterminalcommand executecommand executeshellcommand terminal localshell writestdin python executepython executeipythoncell'.split(
    ' ',
  ),
  ask: 'askuser askuserquestion askfollowupquestion requestuserinput ask question'.split(' '),
  plan: 'todowrite todoread todo todolist settodolist updateplan updatetodolist writetodos plan planmoderespond exitplanmode enterplanmode think skill loadskill contextnote memorywrite taskoutput wait sleep'.split(
    ' ',
  ),
};

/** First words of tool names (English) that say that a tool only looks. */
export const lookingVerbs: ReadonlySet<string> = new Set(
  'get list read show view search find fetch lookup look describe check count inspect browse'.split(
    ' ',
  ),
);

/** Words of tool names that say that a tool acts, whatever the first one says: `get_or_create`. */
export const actingWords: ReadonlySet<string> = new Set(
  'add book buy cancel click create delete edit insert move patch post put remove rename replace send set update write'.split(
    ' ',
  ),
);

/** Programs that only look, whatever their arguments, as long as their output goes nowhere else. */
export const lookingPrograms: ReadonlySet<string> = new Set(
  'ls cat head tail grep rg egrep fgrep find fd pwd which wc tree nl stat file du df less more diff sort uniq cut tr jq awk printenv whoami date type cd echo true test sleep'.split(
    ' ',
  ),
);

/** Subcommands of programs that only look: the program, then the subcommand. */
export const lookingSubcommands: ReadonlySet<string> = new Set(
  'git status;git log;git diff;git show;git blame;git ls-files;git rev-parse;git grep;sed -n;gh pr view;npm ls;npm view;pip show;pip list;docker ps;docker logs;kubectl get;kubectl describe'.split(
    ';',
  ),
);

/** Subcommands that list, as long as nothing but options follows. */
export const listingSubcommands: ReadonlySet<string> = new Set(['git branch', 'git remote']);

/** How the looking programs are told to write or to run others. */
export const actingOptions: Readonly<Record<string, RegExp>> = {
  awk: /\bsystem\s*\(|\bprintf?\b[^;}]*[>|]/,
  date: /\s(?:-s|--set)/,
  fd: /\s(?:-[xX]|--exec)/,
  find: /\s-(?:delete|exec|ok|fprint|fls)/,
  git: /\s(?:--output|-O|--open-files)/,
  rg: /\s--pre\b/,
  sed: /\s(?:-\w*i|--in-place)/,
  sort: /\s(?:-\w*o|--output)/,
  tree: /\s-o/,
};
