/** A five-pointed star on 24 × 24; apart from the other drawings, because ratings fill it by halves and tenths. */
export const starPath = 'M12 3.6l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z'
