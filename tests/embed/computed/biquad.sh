# SPDX-License-Identifier: MIT
sound=$work/sound.wav

# Prints a WAV file's beginning: its format, 1 is of integers, and bits of a sample.
wav() {
    printf 'RIFF\377\0\0\0WAVEfmt \20\0\0\0'
    printf "\\$(printf %o "$1")\\0\\1\\0\\104\\254\\0\\0\\210\\130\\1\\0\\2\\0"
    printf "\\$(printf %o "$2")\\0data\\4\\0\\0\\0"
}

is_sound() {
    [ "$(head -c 4 "$sound")" = RIFF ] && [ "$(wc -c <"$sound")" = $((44 + 2 * 2 * 4411)) ]
}

computes 'a lowpass of noise and a tone' --seconds 0.1 --out "$sound"
check_on_device 'a whole file is written' is_sound
if [ -e "$sound" ]; then
    computes 'a notch of a file, by addresses' --in "$sound" --kind notch --addresses
fi
computes 'a moving average of two samples' --seconds 0 --kind smooth
computes 'a sharp bandpass at a low frequency' --seconds 0.5 --kind bandpass --frequency 30 --q 20
{ wav 1 16 && printf '\1\0\2\0'; } >"$work/mono.wav"
computes 'a highpass of one channel' --in "$work/mono.wav" --kind highpass
wav 1 16 >"$work/bad.wav"
complains 'a file that is cut short is an error' 1 'cut short' --in "$work/bad.wav"
{ wav 1 8 && printf '\1\0\2\0'; } >"$work/bad.wav"
complains 'samples of 8 bits are an error' 1 'not 16-bit integers' --in "$work/bad.wav"
echo text >"$work/bad.wav"
complains 'another file is an error' 1 'not a WAV file' --in "$work/bad.wav"
complains 'a frequency above half of the rate is an error' 1 'not below half of the rate' --frequency 22050
complains 'a q of real poles is an error' 2 '--q takes a number from 0.51' --q 0.5
