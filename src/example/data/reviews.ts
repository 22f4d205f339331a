import type { ReviewRecord } from '../records.ts';

/** Reviews by id of the film, in the order they were written. */
export const reviews: ReadonlyMap<string, readonly ReviewRecord[]> = new Map([
  about(
    'm1',
    [9, 'The town under the town is a wonder.', 'imagination', 'craft'],
    [8, 'My children drew maps for a week.', 'imagination', 'family'],
    [7, 'Slow to start, then hard to leave.', 'pacing', 'imagination'],
    [8, 'Every lamp is lit with care.', 'craft'],
  ),
  about(
    'm2',
    [9, 'Says more about inheritance than any lawyer.', 'family', 'grief'],
    [8, 'You can smell the shavings.', 'craft', 'atmosphere'],
    [6, 'Beautiful, and a little long.', 'pacing', 'grief'],
  ),
  about(
    'm3',
    [8, 'I count the bells at home now.', 'atmosphere', 'sound'],
    [7, 'Frightening until it explains itself.', 'ending', 'atmosphere'],
    [8, 'The quiet is the worst of it.', 'sound'],
  ),
  about(
    'm4',
    [9, 'The kindest quarrel on film.', 'warmth', 'dialogue'],
    [9, 'I wanted both tea rooms to win.', 'warmth', 'romance'],
    [7, 'You know the ending; you want it anyway.', 'ending', 'romance'],
    [8, 'Best with snow outside.', 'warmth', 'atmosphere'],
  ),
  about(
    'm5',
    [10, 'The best film about bedtime there is.', 'imagination', 'warmth'],
    [9, 'Each apple is a small film of its own.', 'imagination', 'craft'],
    [8, 'Two of my three fell asleep happy.', 'family', 'warmth'],
  ),
  about(
    'm6',
    [8, 'They never touch, and it aches.', 'romance', 'dialogue'],
    [5, 'One idea, two hours.', 'pacing'],
    [7, 'The timetable deserves a prize.', 'craft', 'romance'],
  ),
  about(
    'm7',
    [7, 'Wet, dark and well built.', 'atmosphere'],
    [6, 'The pond is better than the plot.', 'atmosphere', 'ending'],
  ),
  about(
    'm8',
    [9, 'I laughed at the wrong play, as intended.', 'humour', 'music'],
    [8, 'The second act is pure panic.', 'humour', 'pacing'],
    [7, 'Good songs, better mistakes.', 'music', 'humour'],
  ),
  about(
    'm9',
    [9, 'You feel the altitude.', 'landscape', 'courage'],
    [8, 'A letter has never mattered more.', 'courage'],
    [8, 'The ridge is the leading part.', 'landscape'],
  ),
  about('m10', [8, 'One game, and I forgot to breathe.', 'dialogue', 'pacing']),
  about(
    'm11',
    [9, 'Crime pays, in marmalade.', 'humour', 'warmth'],
    [8, 'Four rascals one would like as neighbours.', 'humour', 'friendship'],
    [8, 'The getaway by mobility scooter!', 'humour', 'pacing'],
    [7, 'Gentle, and sharper than it looks.', 'warmth', 'dialogue'],
    [8, 'Watched it twice in a weekend.', 'warmth', 'friendship'],
  ),
  about(
    'm12',
    [8, 'Painted like the night itself.', 'craft', 'romance'],
    [7, 'Sweet without being sticky.', 'romance', 'warmth'],
    [8, 'The last lantern undid me.', 'ending', 'romance'],
  ),
  about(
    'm13',
    [8, 'The chart room scenes are superb.', 'atmosphere', 'landscape'],
    [6, 'Goes in circles, like its compass.', 'pacing'],
    [7, 'Big sea, small crew, good company.', 'landscape', 'friendship'],
  ),
  about(
    'm14',
    [8, 'I heard it too.', 'sound', 'atmosphere'],
    [7, 'See it with good speakers.', 'sound'],
    [5, 'The last reel is only loud.', 'ending', 'sound'],
  ),
  about(
    'm15',
    [9, 'The best worst dancing in years.', 'humour', 'music'],
    [8, 'My feet hurt from joy.', 'music', 'warmth'],
    [8, 'The band can play, the plot can dance.', 'music', 'humour'],
  ),
  about(
    'm16',
    [9, 'A glove, and a hundred years are gone.', 'grief', 'landscape'],
    [9, 'Patient and clear as its ice.', 'pacing', 'landscape'],
    [8, 'I looked things up for days.', 'ideas'],
  ),
  about(
    'm17',
    [9, 'The empty chair is the scariest thing in it.', 'atmosphere', 'ideas'],
    [8, 'A question that stays for days.', 'ideas', 'ending'],
    [7, 'Cold, clever, a touch too cold.', 'ideas', 'pacing'],
    [8, 'The sound of that signal!', 'sound', 'atmosphere'],
  ),
  about(
    'm18',
    [8, 'Not one dull mile.', 'pacing', 'landscape'],
    [7, 'The bridge alone is worth the ticket.', 'craft', 'courage'],
  ),
  about(
    'm19',
    [8, 'I read labels differently now.', 'romance', 'dialogue'],
    [8, 'Slow as honey, and as good.', 'pacing', 'warmth'],
    [9, 'Two voices that belong together.', 'romance', 'dialogue'],
  ),
  about(
    'm20',
    [9, 'Says everything with chalk.', 'craft', 'courage'],
    [8, 'I missed my old teachers.', 'warmth'],
  ),
  about(
    'm21',
    [8, 'The best chase at the legal speed.', 'humour', 'pacing'],
    [6, 'One wrong turn too many.', 'pacing'],
    [8, 'She drives, we hold on.', 'humour', 'family'],
  ),
  about(
    'm22',
    [8, 'I cannot sing that hymn any more.', 'sound', 'music'],
    [4, 'Cruel where it could be clever.', 'violence'],
    [6, 'Great voices, thin story.', 'music', 'ending'],
  ),
  about(
    'm23',
    [8, 'I called my old canteen.', 'warmth', 'food'],
    [7, 'Simple food, well seasoned.', 'food', 'humour'],
    [8, 'The Thursday scene is perfect.', 'humour', 'dialogue'],
    [7, 'A small film that knows it is small.', 'warmth'],
  ),
]);

type Opinion = readonly [score: number, text: string, ...themes: string[]];

function about(
  movieId: string,
  ...opinions: readonly Opinion[]
): [movieId: string, reviews: readonly ReviewRecord[]] {
  const written = opinions.map(([score, text, ...themes], index) => {
    return { id: `${movieId}-r${index + 1}`, movieId, score, text, themes };
  });
  return [movieId, written];
}
